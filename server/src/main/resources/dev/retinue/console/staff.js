// The page Staff: who can be given work, where they are written, what is wrong with files, and a form to start one.
import { classes, maker, tags, useState } from './dom.js';
import { get, once, path as safe, post } from './api.js';
import { whyNot } from './feed.js';
import { Button, Card, Empty, Facts, icon, Link, loaded, Page, Table, toast, useLoad } from './kit.js';
import { plural } from './format.js';
import { line, Output, plain, said } from './text.js';
import { SchemaForm } from './form.js';

const { code, details, div, input, li, p, pre, span, strong, summary, ul } = tags;

const LIMITS = {
  type: 'object',
  properties: {
    max_cost_usd: { type: 'number', minimum: 0, description: 'The most it may cost, with all that it starts.' },
    max_tokens: { type: 'integer', minimum: 0, description: 'The most tokens, in and out together.' },
    max_turns: { type: 'integer', minimum: 0, description: 'The most turns of the model.' },
    max_seconds: { type: 'integer', minimum: 1, description: 'The most seconds at work.' },
  },
};
const MEANS = {
  type: 'object',
  properties: {
    model: { type: 'string', description: 'Another model than the agent’s own.' },
    working_directory: { type: 'string', description: 'The folder in which it works, as a whole path.' },
    isolation: { enum: ['none', 'clone'], description: 'clone: it works on a clone of the git repository in that folder.' },
  },
};

/** What is wrong with a file, with the lines around it. */
const LeftOut = maker(({ one }) => li({ class: 'left-out' },
  p(icon('alert'), one.file && code({ class: 'place' }, plain(one.file), one.line && strong(`:${one.line}:${one.column}`)), ' ', plain(one.sentence)),
  one.excerpt && pre({ class: 'block lines', tabIndex: 0, role: 'region', 'aria-label': `Lines around line ${one.line} of ${plain(one.file)}` },
    one.excerpt.map((it) => span({ key: it.number, class: classes('line', it.number === one.line && 'here') },
      span({ class: 'n' }, it.number === one.line ? '▸ ' : '  ', String(it.number).padStart(4)), ' ', plain(it.text),
      it.number === one.line && one.column && span({ class: 'caret', 'aria-hidden': 'true' }, `${' '.repeat(Math.min(one.column, 300) + 6)}^`))))));

const Wrong = maker(({ title, all }) => all.length > 0 && Card({ title, class: 'wrong' },
  ul({ class: 'stack' }, all.map((one, n) => LeftOut({ key: n, one })))));

const begun = (answer) => {
  toast(`Started ${answer.agent ?? answer.id}`);
  location.hash = `#/run/${encodeURIComponent(answer.id)}`;
};

const List = maker(() => {
  const state = useLoad(async () => {
    // Not every token may use templates; then there are none for it.
    const none = (error) => { if (error.status !== 403) throw error; return { templates: [], left_out: [], refused: error.message }; };
    const [staff, templates] = await Promise.all([get('/api/staff'), get('/api/templates').catch(none)]);
    return { staff, templates };
  });
  const [search, setSearch] = useState('');
  const fits = (...texts) => texts.some((it) => (it ?? '').toLowerCase().includes(search.trim().toLowerCase()));
  return Page({
    title: 'Staff',
    sub: state.data && `${plural(state.data.staff.agents.length, 'agent')}, ${plural(state.data.templates.templates.length, 'template')}`,
    actions: [input({ type: 'search', class: 'search', placeholder: 'Search', 'aria-label': 'Search the staff', value: search, onInput: (event) => setSearch(event.target.value) }), Button({ onClick: state.reload }, 'Look again')],
  }, loaded(state, ({ staff, templates }) => {
    const agents = staff.agents.filter((it) => fits(it.name, it.description, it.model, it.runtime));
    const shelf = templates.templates.filter((it) => fits(it.name, it.title, it.description));
    return [
      Wrong({ title: 'Files of agents that are left out', all: staff.left_out }),
      Wrong({ title: 'Templates that are left out', all: templates.left_out }),
      Card({ title: 'Agents' }, Table({
        name: 'All agents', rows: agents, id: (it) => it.name,
        empty: search ? p({ class: 'quiet' }, 'Nobody has that in name or description.') : Empty({ title: 'Nobody is on the staff' }, p('Install a program such as Claude Code or Codex, or write a file of agents: ', code('retinue new'), ' makes one.')),
        columns: [
          { name: 'Name', value: (it) => div(Link({ to: ['staff', it.name] }, it.name), it.default && span({ class: 'chip gap' }, 'default')) },
          { name: 'What it does', value: (it) => div(line(it.description, 220), it.needs && p({ class: 'small want' }, icon('alert'), ` Lacks: ${plain(it.needs)}`)) },
          { name: 'Runtime', value: (it) => it.runtime },
          { name: 'Model', value: (it) => it.model ?? span({ class: 'quiet' }, 'its own') },
          { name: 'Whose', value: (it) => (it.trusted ? 'yours' : 'a project’s') },
          { name: 'Start', value: (it) => Link({ to: ['staff', it.name], class: 'btn tight', 'aria-label': `Start ${it.name}` }, 'Start') },
        ],
      })),
      Card({ title: 'Templates' }, Table({
        name: 'All templates', rows: shelf, id: (it) => it.name,
        empty: p({ class: 'quiet' }, templates.refused ? plain(templates.refused) : search ? 'No template has that.' : 'There are none.'),
        columns: [
          { name: 'Name', value: (it) => Link({ to: ['staff', 'template', it.name] }, it.title || it.name) },
          { name: 'What it does', value: (it) => line(it.description, 220) },
          { name: 'Whose', value: (it) => (it.bundled ? 'Retinue’s' : 'yours') },
          { name: 'Start', value: (it) => Link({ to: ['staff', 'template', it.name], class: 'btn tight', 'aria-label': `Start ${it.title || it.name}` }, 'Start') },
        ],
      })),
    ];
  }));
});

const back = (name) => Link({ to: ['staff'], class: 'btn plain tight' }, icon('back'), name);
const names = (all) => (all?.length > 0 ? all.map((it) => it.agent ?? it.type ?? it).join(', ') : null);
const rules = (all) => (all?.length > 0 ? all.map((it) => code({ key: it, class: 'rule' }, plain(it))) : null);

/** What its file says of an agent, and a form to start it. */
const One = maker(({ name }) => {
  const state = useLoad(() => get(safe`/api/staff/${name}`), [name]);
  const submit = async ({ input: given, limits, means }) => {
    const contract = state.data.input_as === 'json' ? JSON.stringify(given) : given.contract;
    const budget = Object.keys(limits).length > 0 ? { budget: limits } : {};
    begun(await post('/api/agents', { agent: name, contract, ...means, ...budget }, once()));
  };
  return Page({ title: name, sub: state.data && line(state.data.description, 300), actions: back('Staff') }, loaded(state, (it) => div({ class: 'halves' },
    Card({ title: 'Start it' },
      it.needs && p({ class: 'want' }, icon('alert'), ` It cannot begin yet: ${plain(it.needs)}`),
      it.welcome && div({ class: 'welcome' }, said(it.welcome)),
      SchemaForm({ name: `Start ${name}`, why: whyNot('run'), submit, sections: [{ name: 'input', schema: it.input }, { name: 'limits', title: 'Limits', schema: LIMITS, folded: true }, { name: 'means', title: 'Model and folder', schema: MEANS, folded: true }] })),
    Card({ title: 'What it is' },
      Facts({
        items: [
          ['Runtime', it.runtime], ['Model', it.model], ['Stands in', names(it.stand_ins)], ['File', it.file && code(plain(it.file))], ['Whose', it.trusted ? 'yours' : 'a project’s: it asks before it changes anything'],
          ['Tools', names(it.tools)], ['Toolsets', names(it.toolsets)], ['Gives tasks to', names(it.members)], ['Hands over to', names(it.handoffs)], ['Commands', names(it.commands)],
          ['May', rules(it.permissions?.allow)], ['Asks for', rules(it.permissions?.ask)], ['May not', rules(it.permissions?.deny)], ['Definition', code(it.digest.slice(0, 12))],
        ],
      }),
      it.instructions && details({ class: 'fold' }, summary('Instructions'), Output(it.instructions))))));
});

const Template = maker(({ name }) => {
  const state = useLoad(async () => {
    const found = (await get('/api/templates')).templates.find((it) => it.name === name);
    if (!found) throw new Error(`There is no template “${name}”.`);
    return found;
  }, [name]);
  return Page({ title: state.data?.title || name, sub: state.data && line(state.data.description, 300), actions: back('Staff') }, loaded(state, (it) => {
    const { agent, model, working_directory: folder, timeout, max_cost_usd: cost, ...own } = it.input.properties;
    const section = (properties) => ({ type: 'object', properties, required: (it.input.required ?? []).filter((key) => key in properties) });
    return div({ class: 'halves' },
      Card({ title: 'Start it' }, SchemaForm({
        name: `Start ${it.title || name}`, why: whyNot('run'),
        submit: async ({ own: given, more }) => begun(await post(safe`/api/templates/${name}`, { ...given, ...more }, once())),
        sections: [{ name: 'own', schema: section(own) }, { name: 'more', title: 'Agent, model, folder and limits', folded: true, schema: section({ agent, model, working_directory: folder, timeout, max_cost_usd: cost }) }],
      })),
      Card({ title: 'What it is' }, Facts({ items: [['Tool', code(it.name)], ['Done by', names(it.agents) ?? 'the default agent'], ['Whose', it.bundled ? 'Retinue’s' : 'yours'], ['File', it.file && code(plain(it.file))]] })));
  }));
});

/** The page Staff. */
export default {
  title: 'Staff',
  Page: ({ path }) => (path[0] === 'template' && path[1] ? Template({ name: path[1] }) : path[0] ? One({ name: path[0] }) : List()),
};
