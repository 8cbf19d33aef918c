// The page Costs: what was spent, over time and by whom, and what may still be spent.
import { maker, tags, useState } from './dom.js';
import { get, query } from './api.js';
import { Button, Card, Choices, Dollars, Empty, Figures, icon, loaded, Meter, Page, Table, useEvery, useLoad } from './kit.js';
import { count, money } from './format.js';
import { plain } from './text.js';
import { Bars, Legend, MOST_KINDS } from './chart.js';

const { details, div, p, span, strong, summary } = tags;

const DAY = 86_400_000;
const PAUSE = 10_000;
const WORDS = { agent: 'agent', model: 'model', caller: 'caller' };
const dayOf = (time) => new Date(time).toISOString().slice(0, 10);
const label = (day) => new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const sum = (rows, of) => rows.reduce((all, row) => all + Number(of(row) ?? 0), 0);

/** What rows come to together: what is invented is a part of the cost that is told, and nobody pays it. */
const together = (rows) => ({
  cost: sum(rows, (it) => Number(it.cost_usd ?? 0) - Number(it.invented_usd ?? 0)), invented: sum(rows, (it) => it.invented_usd), runs: sum(rows, (it) => it.runs), unpriced: sum(rows, (it) => it.unpriced_tokens),
  tokens: sum(rows, (it) => it.input_tokens) + sum(rows, (it) => it.output_tokens),
});

/** Rows by their key, those first that cost most. */
export function byKey(rows) {
  const keys = [...new Set(rows.map((it) => it.key))];
  return keys.map((key) => ({ key, ...together(rows.filter((it) => it.key === key)) })).sort((a, b) => b.cost + b.invented - a.cost - a.invented || b.tokens - a.tokens || a.key.localeCompare(b.key));
}

/** What each day has cost: of each of these keys and, if they are wanted, of all others. */
export function byDay(rows, days, keys, others) {
  return days.map((day) => {
    const of = rows.filter((it) => it.day === day);
    const spent = (fits) => sum(of.filter(fits), (row) => row.cost_usd);
    const kinds = [...keys.map(({ key }) => (row) => row.key === key), ...(others ? [(row) => !keys.some(({ key }) => key === row.key)] : [])];
    return { name: day, label: label(day), values: kinds.map(spent), invented: kinds.map((fits) => sum(of.filter(fits), (row) => row.invented_usd)) };
  });
}

const Invented = maker(() => span({ class: 'chip invented', title: 'The model plays a script: nobody is charged' }, 'invented'));
const cost = (it) => div(money(it.cost), it.invented > 0 && span({ class: 'small quiet' }, ` + ${money(it.invented)} `), it.invented > 0 && Invented(), it.unpriced > 0 && p({ class: 'small want' }, icon('alert'), ` ${count(it.unpriced)} tokens of no known price`));

const Spend = maker(({ data, by, days }) => {
  const rows = data.rows;
  const keys = byKey(rows);
  const total = together(rows);
  const shown = keys.length > MOST_KINDS ? keys.slice(0, MOST_KINDS - 1) : keys;
  const kinds = [...shown.map((it) => plain(it.key) || 'nobody'), ...(keys.length > shown.length ? ['others'] : [])];
  const columns = byDay(rows, days, shown, keys.length > shown.length);
  const spent = (it) => Dollars({ usd: it.cost + it.invented, invented: it.invented > 0 });
  return [
    Figures({ items: [['Spent', money(total.cost), total.invented > 0 ? `and ${money(total.invented)} invented` : undefined], ['Runs', count(total.runs)], ['Tokens', count(total.tokens)], ['Tokens without a price', count(total.unpriced)]] }),
    total.invented > 0 && p({ class: 'note' }, Invented(), ' is what scripted models pretend to cost: they play a script, and nobody is charged. In the chart it is pale and has a *.'),
    Card({ title: `By ${WORDS[by]}, day by day` }, Bars({ name: `Spend by ${WORDS[by]} for each of ${days.length} days; the table below has the same numbers.`, columns, kinds, show: money },
      Legend({ items: kinds.map((kind, n) => [kind, n < shown.length ? spent(shown[n]) : spent(together(rows.filter((row) => !shown.some((it) => it.key === row.key))))]) }))),
    Card({ title: `In all, by ${WORDS[by]}` }, Table({
      name: `Spend by ${WORDS[by]}`, rows: keys, id: (it) => it.key,
      columns: [
        { name: by[0].toUpperCase() + by.slice(1), value: (it) => plain(it.key) || span({ class: 'quiet' }, 'nobody') },
        { name: 'Cost', right: true, value: cost },
        { name: 'Tokens', right: true, value: (it) => count(it.tokens) },
        { name: 'Runs', right: true, value: (it) => count(it.runs) },
      ],
    }),
    details({ class: 'fold' }, summary('Day by day, as a table'), Table({
      name: 'Spend by day', rows: [...rows].sort((a, b) => b.day.localeCompare(a.day) || a.key.localeCompare(b.key)), id: (it) => `${it.day} ${it.key}`,
      columns: [
        { name: 'Day', value: (it) => it.day }, { name: by[0].toUpperCase() + by.slice(1), value: (it) => plain(it.key) || 'nobody' }, { name: 'Cost', right: true, value: (it) => cost(together([it])) },
        { name: 'Tokens in', right: true, value: (it) => count(it.input_tokens) }, { name: 'Tokens out', right: true, value: (it) => count(it.output_tokens) }, { name: 'Runs', right: true, value: (it) => count(it.runs) },
      ],
    }))),
  ];
});

const spentOf = (words, spent, limit) => (limit === null || limit === undefined
  ? p({ class: 'quiet' }, `${money(spent ?? 0)} ${words}, without a limit`)
  : div({ class: 'budget' }, span(strong(money(spent ?? 0)), ` of ${money(limit)} ${words}`), Meter({ name: `Budget ${words}`, value: Number(spent ?? 0), max: Number(limit) }),
    Number(spent) >= Number(limit) ? span({ class: 'small over' }, icon('alert'), ' used up: nothing new begins') : Number(spent) >= 0.8 * Number(limit) && span({ class: 'small want' }, icon('alert'), ' nearly used up')));

const Budgets = maker(({ budgets }) => Card({ title: 'Budgets' }, budgets.length === 0
  ? p({ class: 'quiet' }, 'No caller has a budget. A token can be given one for a day and for a month: ', tags.code('retinue token create --help'), '.')
  : div({ class: 'grid' }, budgets.map((it) => div({ key: it.caller, class: 'stack tight' }, tags.h3(plain(it.caller)), spentOf('today', it.day_spent_usd, it.day_limit_usd), spentOf('this month', it.month_spent_usd, it.month_limit_usd))))));

const Costs = maker(() => {
  const [by, setBy] = useState('agent');
  const [span_, setSpan] = useState('30');
  const to = Date.now();
  const days = Array.from({ length: Number(span_) }, (_, n) => dayOf(to - (Number(span_) - 1 - n) * DAY));
  const state = useLoad(() => get(query('/api/costs', { from: days[0], to: days.at(-1), by })), [by, span_, days[0]]);
  useEvery(PAUSE, state.refresh, [by, span_, days[0]]);
  return Page({ title: 'Costs', sub: 'What was spent, in US dollars; a day is one of UTC', actions: Button({ onClick: state.reload }, 'Look again') },
    div({ class: 'row below' },
      Choices({ name: 'By', value: by, onChange: setBy, options: Object.keys(WORDS).map((it) => [it, `By ${it}`]) }),
      Choices({ name: 'Since', value: span_, onChange: setSpan, options: [['7', '7 days'], ['30', '30 days'], ['90', '90 days']] })),
    loaded(state, (data) => [
      data.rows.length === 0 ? Empty({ title: 'Nothing was spent in these days' }, p('When an agent works, what it used stands here.')) : Spend({ data, by: data.by ?? by, days }),
      Budgets({ budgets: data.budgets ?? [] }),
    ], 'Adding up'));
});

/** The page Costs. */
export default { title: 'Costs', Page: () => Costs() };
