// Charts in SVG: bars over days, and small lines of what happened in the last minutes. Every kind has a colour and a pattern of its own.
import { maker, tags } from './dom.js';

const { circle, defs, figcaption, figure, g, line, li, path, pattern, polyline, rect, span, svg, text, title, ul } = tags;

const HEIGHT = 220;
const LEFT = 46;
const BOTTOM = 24;
const TOP = 10;

/** How many kinds are told apart; more are put together as others. */
export const MOST_KINDS = 6;

const SHAPES = [null, 'M0 6L6 0', 'M3 0V6', null, 'M0 0L6 6', 'M0 3H6'];

/** Numbers for an axis: at most five, round ones. */
export function ticks(most) {
  if (!(most > 0)) return [0];
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((it) => it * power).find((it) => it >= rough);
  const all = [];
  for (let n = 0; n * step < most + step; n++) all.push(Number((n * step).toPrecision(6)));
  return all;
}

const Patterns = maker(() => defs(SHAPES.map((shape, n) => pattern({ key: n, id: `kind${n}`, width: 6, height: 6, patternUnits: 'userSpaceOnUse', class: `kind kind${n}` },
  rect({ width: 6, height: 6, class: 'ground' }), shape && path({ d: shape, class: 'mark' }), n === 3 && circle({ cx: 3, cy: 3, r: 1.3, class: 'dotted' })))));

/** What the colours and patterns mean, with how much each has. */
export const Legend = maker(({ items }) => ul({ class: 'legend' }, items.map(([name, words], n) => li({ key: name },
  svg({ viewBox: '0 0 14 14', 'aria-hidden': 'true' }, rect({ width: 14, height: 14, rx: 3, fill: `url(#kind${n})` })), span(name), span({ class: 'num quiet' }, words)))));

/**
 * Bars on top of one another, one for each day. `columns` are [{name, label, values: [number of each kind], invented: [how much of it nobody pays]}], `show` writes a number.
 */
export const Bars = maker(({ name, columns, kinds, show, children }) => {
  const narrow = matchMedia('(max-width: 46rem)').matches;
  const WIDTH = narrow ? 340 : 720;
  const most = Math.max(...columns.map((it) => it.values.reduce((a, b) => a + b, 0)), 0);
  const marks = ticks(most);
  const top = marks.at(-1) || 1;
  const y = (value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  const slot = (WIDTH - LEFT) / Math.max(1, columns.length);
  const every = Math.ceil(columns.length / (narrow ? 4 : 8));
  return figure({ class: 'chart' },
    svg({ viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': name },
      Patterns(),
      marks.map((value) => g({ key: value, class: 'axis' }, line({ x1: LEFT, x2: WIDTH, y1: y(value), y2: y(value) }), text({ x: LEFT - 6, y: y(value) + 4, 'text-anchor': 'end' }, show(value)))),
      columns.map((column, n) => {
        let below = 0;
        return g({ key: column.name },
          title(`${column.label}: ${kinds.map((kind, k) => [kind, column.values[k], column.invented[k] > 0 ? '*' : '']).filter(([, value]) => value > 0).map(([kind, value, star]) => `${kind} ${show(value)}${star}`).join(', ') || 'nothing'}`),
          rect({ x: LEFT + n * slot, y: TOP, width: slot, height: HEIGHT - TOP - BOTTOM, class: 'hit' }),
          column.values.map((value, kind) => {
            if (!(value > 0)) return null;
            return [value - column.invented[kind], column.invented[kind]].map((part, pale) => {
              if (!(part > 1e-9)) return null;
              const bar = rect({ key: `${kind}/${pale}`, x: LEFT + n * slot + slot * 0.12, width: slot * 0.76, y: y(below + part), height: Math.max(1, y(below) - y(below + part)), fill: `url(#kind${kind})`, class: pale ? 'pale' : undefined });
              below += part;
              return bar;
            });
          }),
          n % every === 0 && text({ x: LEFT + (n + 0.5) * slot, y: HEIGHT - 6, 'text-anchor': 'middle', class: 'axis' }, column.label));
      })),
    figcaption(children));
});

/** The last values as a line, with the newest as words. */
export const Sparkline = maker(({ name, values, words }) => {
  const most = Math.max(...values, 1e-9);
  const step = 160 / Math.max(1, values.length - 1);
  const points = values.map((value, n) => `${(n * step).toFixed(1)},${(34 - (value / most) * 30).toFixed(1)}`);
  return span({ class: 'spark' },
    svg({ viewBox: '0 0 160 36', role: 'img', preserveAspectRatio: 'none', 'aria-label': `${name}: now ${words}, at most ${Number(most.toPrecision(3))} in the last minutes` },
      points.length > 1 && [path({ key: 'area', class: 'area', d: `M0,36L${points.join('L')}L${((values.length - 1) * step).toFixed(1)},36Z` }), polyline({ key: 'line', points: points.join(' ') })]));
});
