package dev.retinue.core.staff;

import dev.retinue.core.Agent;
import dev.retinue.core.Run;
import dev.retinue.core.line.AtWork;

/// A run that was taken up, with all that its runtime needs to know, and its place among those at
/// work.
///
/// @param writing what it is about to say
record Job(Run run, Agent agent, String prompt, AtWork.Place place, Writing writing) {}
