// The page Fleet: agents in workspaces of Coder. There are no events of them here, so it is looked again now and then.
import { maker, tags, useEffect, useState } from './dom.js';
import { get, path as safe, post, query, remove } from './api.js';
import { whyNot } from './feed.js';
import { Ago, ask, attempt, Button, Card, Choices, confirm, Empty, Facts, icon, Link, Loading, loaded, Page, Problem, Table, toast, useEvery, useLoad } from './kit.js';
import { plural } from './format.js';
import { line, plain, said } from './text.js';
import { SchemaForm } from './form.js';

const { code, div, li, ol, option, p, select, span, ul } = tags;

const LIST_PAUSE = 15_000;
const ONE_PAUSE = 6000;
const ON_PAGE = 20;

const MARKS = {
  idle: ['check', 'completed'], busy: ['work', 'running'], waiting: ['ask', 'waiting'], pending: ['clock', 'queued'], starting: ['clock', 'queued'], stopping: ['pause', 'stopped'], stopped: ['stop', 'stopped'],
  offline: ['pause', 'stopped'], failed: ['cross', 'failed'], canceling: ['pause', 'stopped'], canceled: ['cross', 'failed'], deleting: ['cross', 'stopped'], deleted: ['cross', 'stopped'],
};
const Mark = maker(({ status }) => {
  const [shape, kind] = MARKS[status] ?? ['dots', 'ready'];
  return span({ class: `state ${kind}` }, icon(shape, status === 'busy' ? 'spin' : undefined), status);
});
const Health = maker(({ health }) => (health ? span({ class: `state ${health === 'healthy' ? 'completed' : health === 'unhealthy' ? 'failed' : 'queued'}` }, icon(health === 'healthy' ? 'check' : health === 'unhealthy' ? 'cross' : 'clock'), health) : span({ class: 'quiet' }, 'not known')));

const at = (where, deployment) => query(where, { deployment });

/** Makes an agent: its roles are those of the project. */
const Creation = maker(({ done, deployment, projects }) => {
  const [project, setProject] = useState(projects[0]?.name ?? '');
  const roles = useLoad(async () => (project ? get(query('/api/fleet/roles', { project, deployment })) : { roles: [] }), [project]);
  const schema = {
    type: 'object', required: ['name', 'task'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 32, pattern: '^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$', description: 'Letters, digits and single hyphens between them.' },
      role: { enum: (roles.data?.roles ?? []).map((it) => it.name), default: roles.data?.roles.find((it) => it.default)?.name, description: 'What it is there for; without one the usual.' },
      task: { type: 'string', minLength: 1, description: 'What it should do, with objectives and constraints. It begins by itself.' },
    },
  };
  return div({ class: 'body' },
    div({ class: 'field' }, tags.label({ for: 'new-project' }, 'Project'), select({ id: 'new-project', value: project, onChange: (event) => setProject(event.target.value) }, projects.map((it) => option({ key: it.id, value: it.name }, it.name)))),
    roles.error && Problem({ error: roles.error, retry: roles.reload }),
    roles.data ? SchemaForm({
      key: project, name: 'New agent', send: 'Create', cancel: () => done(null), sections: [{ name: 'agent', schema }],
      submit: async ({ agent }) => done(await post(at('/api/fleet/workspaces', deployment), { ...agent, project })),
    }) : Loading({ what: 'Looking for roles' }));
});

const Projects = maker(({ projects, deployment }) => Card({ title: 'Projects' }, projects.length === 0
  ? p({ class: 'quiet' }, 'No template there starts agents. One that does is a project here: docs/fleet.md says how.')
  : ul({ class: 'stack' }, projects.map((it) => Project({ key: it.id, project: it, deployment })))));
const Project = maker(({ project, deployment }) => {
  const [roles, setRoles] = useState(null);
  const look = async (event) => {
    if (event.target.open && roles === null) {
      try {
        setRoles((await get(query('/api/fleet/roles', { project: project.name, deployment }))).roles);
      } catch (error) {
        setRoles(error);
      }
    }
  };
  return li(tags.details({ class: 'fold', onToggle: look }, tags.summary(plain(project.name)),
    project.description && p({ class: 'quiet' }, line(project.description, 400)),
    roles instanceof Error ? Problem({ error: roles }) : roles === null ? Loading({ what: 'Looking for roles' }) : roles.length === 0 ? p({ class: 'quiet' }, 'It has no roles.')
      : p('Roles: ', roles.map((it) => span({ key: it.name, class: 'chip gap' }, plain(it.name), it.default && ' · usual')))));
});

const How = maker(({ how }) => Empty({ title: 'There is no fleet here' },
  p('Agents can live in workspaces of a Coder deployment, where they go on while this machine sleeps. Retinue makes them, gives them tasks and reads their logs.'),
  p({ class: 'mono' }, 'export CODER_URL=https://coder.example.com'), p({ class: 'mono' }, 'export CODER_SESSION_TOKEN=$(coder tokens create)'), p({ class: 'mono' }, 'retinue stop && retinue serve'),
  p({ class: 'small' }, plain(how)), p({ class: 'small' }, code('retinue demo --fleet'), ' shows one that is invented.')));

const List = maker(({ fleet }) => {
  const [deployment, setDeployment] = useState(fleet.usual);
  const [status, setStatus] = useState('all');
  const state = useLoad(() => get(at('/api/fleet/workspaces', deployment)), [deployment]);
  const projects = useLoad(async () => (await get(at('/api/fleet/projects', deployment))).projects, [deployment]);
  useEvery(LIST_PAUSE, state.refresh, [deployment]);
  const all = state.data?.workspaces ?? [];
  const groups = { all: () => true, free: (it) => ['idle', 'waiting'].includes(it.agent.status), busy: (it) => it.agent.status === 'busy', down: (it) => !['idle', 'waiting', 'busy'].includes(it.agent.status) };
  const shown = all.filter(groups[status]);
  const create = async () => {
    const made = await ask('New agent', Creation, { deployment, projects: projects.data });
    if (made) {
      toast(`${made.agent.name} is being made; it begins by itself.`);
      state.reload();
    }
  };
  return Page({
    title: 'Fleet', sub: state.data && `${plural(all.length, 'workspace')} at ${deployment}`,
    actions: [
      fleet.deployments.length > 1 && select({ class: 'narrow', 'aria-label': 'Deployment', value: deployment, onChange: (event) => setDeployment(event.target.value) }, fleet.deployments.map((it) => option({ key: it, value: it }, it))),
      Button({ onClick: state.reload }, 'Look again'), Button({ kind: 'primary', why: whyNot('admin') ?? (projects.data?.length > 0 ? undefined : 'There is no project to make one for.'), onClick: create }, 'New agent'),
    ],
  },
  div({ class: 'row below' }, Choices({ name: 'Which', value: status, onChange: setStatus, options: [['all', 'All', all.length], ['free', 'Free', all.filter(groups.free).length], ['busy', 'Busy', all.filter(groups.busy).length], ['down', 'Not up', all.filter(groups.down).length]] })),
  Card({ title: 'Workspaces' }, loaded(state, () => Table({
    name: 'All workspaces', rows: shown, id: (it) => it.agent.workspace_id,
    empty: all.length === 0 ? Empty({ title: 'Nobody lives there yet' }, p('Make the first agent with “New agent”.')) : p({ class: 'quiet' }, 'None is so.'),
    columns: [
      { name: 'Name', value: ({ agent }) => Link({ to: ['fleet', deployment, agent.name] }, agent.name) },
      { name: 'State', value: ({ agent }) => div(Mark({ status: agent.status }), agent.queued && span({ class: 'small quiet' }, ` ${plural(agent.queued, 'task')} waiting`)) },
      { name: 'Last task', value: ({ agent }) => (agent.last_task ? line(agent.last_task, 120) : span({ class: 'quiet' }, 'none')) },
      { name: 'Project', value: ({ agent }) => plain(agent.project) },
      { name: 'Role', value: ({ agent }) => plain(agent.role) },
      { name: 'Template', value: ({ home }) => plain(home.template ?? '–') },
      { name: 'Owner', value: ({ home }) => plain(home.owner ?? '–') },
      { name: 'Health', value: ({ home }) => Health({ health: home.health }) },
      { name: 'Changed', value: ({ agent }) => Ago({ at: agent.updated_at }) },
    ],
  }), 'Asking Coder')),
  loaded(projects, (found) => Projects({ projects: found, deployment }), 'Looking for projects'));
});

/** A page of something, newest first, with a way to older ones. */
const Paged = maker(({ title, load, item, empty, refresh }) => {
  const [page, setPage] = useState(1);
  const state = useLoad(() => load(page), [page]);
  useEffect(() => { if (refresh) state[refresh.by](); }, [refresh]);
  return Card({ title, actions: state.data && (page > 1 || state.data.next) && [
    Button({ key: 'newer', kind: 'tight', why: page === 1 ? 'These are the newest.' : undefined, onClick: () => setPage(page - 1) }, 'Newer'),
    Button({ key: 'older', kind: 'tight', why: state.data.next ? undefined : 'There are no older ones.', onClick: () => setPage(page + 1) }, 'Older')] },
  loaded(state, ({ items, note }) => (items.length === 0 ? p({ class: 'quiet' }, empty) : [note && p({ class: 'quiet small' }, note), ol({ class: 'turns' }, items.map((it, n) => li({ key: n }, item(it))))])));
});

const KINDS = { assigned: 'told', queued: 'waits', reported: 'said' };

const One = maker(({ deployment, name }) => {
  const where = safe`/api/fleet/workspaces/${name}`;
  const state = useLoad(() => get(at(where, deployment)), [name, deployment]);
  const [turn, setTurn] = useState(null);
  const [sent, setSent] = useState(0);
  const look = (by) => { state[by](); setTurn({ by }); };
  const again = () => look('reload');
  useEvery(ONE_PAUSE, () => look('refresh'), [name, deployment]);
  const why = whyNot('admin');
  const doing = (words, action) => async () => { if (await attempt(action, words)) again(); };
  const agent = state.data?.agent;
  const home = state.data?.home;
  const removing = async () => {
    if (await confirm(`Delete ${name}?`, 'Its workspace is destroyed with everything in it, whatever it does at this moment.', 'Delete') && await attempt(() => remove(at(where, deployment)), `${name} is being deleted`)) location.hash = '#/fleet';
  };
  const cancel = async () => {
    const drop = Boolean(agent.queued);
    if (drop && !await confirm(`Cancel what ${name} does?`, `${plural(agent.queued, 'task')} waiting for it will be dropped, too.`, 'Cancel all')) return;
    await doing('Interrupted', () => post(at(`${where}/cancel`, deployment), { drop_queued: drop }))();
  };
  const give = async ({ task }) => {
    const answer = await post(at(`${where}/tasks`, deployment), task);
    toast(answer.message);
    setSent((n) => n + 1);
    again();
  };
  return Page({
    title: name, sub: agent && line(`${agent.role} of ${agent.project}`, 200),
    actions: [
      Link({ to: ['fleet'], class: 'btn plain tight' }, icon('back'), 'Fleet'),
      Button({ why: why ?? (agent?.status === 'busy' || agent?.queued ? undefined : 'It does nothing.'), onClick: cancel }, 'Cancel task'),
      Button({ why, onClick: doing('It restarts', () => post(at(`${where}/restart`, deployment))) }, ['stopped', 'failed', 'canceled'].includes(agent?.status) ? 'Start' : 'Restart'),
      Button({ kind: 'danger', why, onClick: removing }, 'Delete'),
    ],
  }, loaded(state, () => [
    div({ class: 'halves' },
      Card({ title: 'Give it a task' }, SchemaForm({
        key: sent, name: `Task for ${name}`, send: 'Send', why, submit: give,
        sections: [{ name: 'task', schema: { type: 'object', required: ['task'], properties: {
          task: { type: 'string', minLength: 1, description: 'What it should do.' },
          queue: { type: 'boolean', title: 'Let it wait if the agent is busy', default: false },
          start_if_stopped: { type: 'boolean', title: 'Start the workspace if it is stopped', default: false } } } }],
      })),
      Card({ title: 'What it is' }, Facts({ items: [
        ['State', Mark({ status: agent.status })], ['Why', agent.reason && plain(agent.reason)], ['Health', Health({ health: home.health })], ['Project', plain(agent.project)], ['Role', plain(agent.role)],
        ['Template', home.template && plain(home.template)], ['Owner', home.owner && plain(home.owner)], ['Waiting tasks', agent.queued], ['Created', Ago({ at: agent.created_at })], ['Changed', Ago({ at: agent.updated_at })],
        ...Object.entries(agent.metadata ?? {}).map(([key, value]) => [plain(key).replaceAll('_', ' '), line(value, 400)])] }))),
    Paged({
      title: 'Tasks', refresh: turn, empty: 'It was told nothing yet.',
      load: async (page) => { const found = await get(query(`${where}/tasks`, { deployment, page, page_size: ON_PAGE })); return { items: found.tasks, next: found.has_next_page }; },
      item: (it) => [span({ class: 'turn-head' }, span({ class: 'chip' }, KINDS[it.kind] ?? it.kind, it.state && ` · ${plain(it.state)}`), Ago({ at: it.created_at }), it.needs_user_attention && span({ class: 'want' }, icon('alert'), ' needs somebody')), said(it.message)],
    }),
    Paged({
      title: 'Log', refresh: turn, empty: 'Nothing was said yet.',
      load: async (page) => { const found = await get(query(`${where}/log`, { deployment, page, page_size: ON_PAGE })); return { items: found.logs, next: found.has_next_page, note: found.source === 'build' ? 'Nobody is there to talk to: this is what its workspace said while it was built.' : undefined }; },
      item: (it) => [span({ class: 'turn-head' }, span({ class: 'chip' }, it.type === 'input' ? 'told' : 'said', it.level !== 'INFO' && ` · ${it.level.toLowerCase()}`), Ago({ at: it.timestamp })), said(it.message)],
    }),
  ]));
});

const Fleet = maker(({ path }) => {
  const state = useLoad(() => get('/api/fleet'));
  if (state.error?.status === 403) {
    return Page({ title: 'Fleet' }, Empty({ title: 'The fleet is for its owner' }, p(plain(state.error.message)), p('Whoever uses it acts with the owner’s token at Coder.')));
  }
  if (state.data?.available && path.length === 2) return One({ deployment: path[0], name: path[1] });
  return state.data?.available ? List({ fleet: state.data }) : Page({ title: 'Fleet' }, loaded(state, (it) => How({ how: it.how })));
});

/** The page Fleet. */
export default { title: 'Fleet', Page: ({ path }) => Fleet({ path }) };
