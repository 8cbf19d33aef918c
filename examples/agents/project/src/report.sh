#!/bin/sh
# Counts the orders of a customer: report.sh <customer>
eval "grep -c ',$1,' data/orders.csv"
