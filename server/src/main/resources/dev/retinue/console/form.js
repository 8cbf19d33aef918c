// Forms made from JSON Schemas: a field for each property, with its type, default and bounds; what does not fit is said beside its field.
import { maker, tags, useRef, useState } from './dom.js';
import { Button, Field, Problem } from './kit.js';

const { details, div, form, input, option, select, summary, textarea } = tags;

const LONG = new Set(['contract', 'context', 'prompt', 'task', 'text', 'description', 'instructions']);
const words = (name) => { const flat = name.replaceAll(/[_-]+/g, ' '); return flat[0].toUpperCase() + flat.slice(1).replace(/ usd$/, ' (US dollars)'); };
const kindOf = (schema) => (schema.enum ? 'enum' : [schema.type].flat().find((it) => it !== 'null') ?? 'string');

/** What a field shows before anybody touches it. */
function initial(schema) {
  const given = schema.default;
  if (kindOf(schema) === 'boolean') return given === true;
  if (given === undefined || given === null) return '';
  if (Array.isArray(given)) return given.join('\n');
  return typeof given === 'object' ? JSON.stringify(given) : String(given);
}

const NUMBER = /^-?(\d{1,15}(\.\d{0,9})?|\.\d{1,9})$/;
const WHOLE = /^-?\d{1,15}$/;

/** What was typed as the value that the schema wants: {value}, or {error}; {} for nothing. */
export function read(schema, typed, required) {
  const kind = kindOf(schema);
  if (kind === 'boolean') return schema.default === typed || (schema.default === undefined && !typed && !required) ? {} : { value: typed };
  const text = String(typed);
  if (text.trim() === '') return required ? { error: 'This is needed.' } : {};
  switch (kind) {
    case 'integer':
    case 'number': {
      const whole = kind === 'integer';
      if (!(whole ? WHOLE : NUMBER).test(text.trim())) return { error: `This must be a ${whole ? 'whole number' : 'number'} such as ${whole ? '500' : '2.50'}, and not “${text.trim().slice(0, 40)}”.` };
      const value = Number(text);
      if (schema.minimum !== undefined && value < schema.minimum) return { error: `This must be at least ${schema.minimum}.` };
      if (schema.maximum !== undefined && value > schema.maximum) return { error: `This must be at most ${schema.maximum}.` };
      return { value };
    }
    case 'array':
      return { value: text.split('\n').map((it) => it.trim()).filter(Boolean) };
    case 'object':
      try {
        const value = JSON.parse(text);
        if (value !== null && typeof value === 'object' && !Array.isArray(value)) return { value };
      } catch { /* Said below. */ }
      return { error: 'This must be a JSON object, such as {"key": "value"}.' };
    case 'enum':
      return schema.enum.map(String).includes(text) ? { value: schema.enum.find((it) => String(it) === text) } : { error: `This must be one of ${schema.enum.join(', ')}.` };
    default:
      if (schema.minLength > text.length) return { error: `This must have at least ${schema.minLength} characters.` };
      if (text.length > schema.maxLength) return { error: `This must have at most ${schema.maxLength} characters; it has ${text.length}.` };
      if (schema.pattern && !new RegExp(schema.pattern, 'u').test(text)) return { error: 'This does not have the right form.' };
      return { value: text };
  }
}

function control(name, schema, value, set, attributes) {
  const onInput = (event) => set(event.target.value);
  switch (kindOf(schema)) {
    case 'boolean':
      return input({ ...attributes, type: 'checkbox', checked: value, onChange: (event) => set(event.target.checked) });
    case 'enum':
      return select({ ...attributes, value, onChange: onInput }, option({ value: '' }, '–'), schema.enum.map((it) => option({ key: it, value: String(it), selected: String(it) === value }, String(it))));
    case 'array':
    case 'object':
      return textarea({ ...attributes, rows: 3, value, onInput });
    case 'integer':
    case 'number':
      return input({ ...attributes, type: 'text', inputMode: 'decimal', autocomplete: 'off', value, onInput });
    default:
      return LONG.has(name) ? textarea({ ...attributes, rows: 5, value, onInput }) : input({ ...attributes, type: 'text', autocomplete: 'off', value, onInput });
  }
}

function hint(schema) {
  const bounds = [
    kindOf(schema) === 'array' && 'One on each line.',
    schema.minimum !== undefined && schema.maximum !== undefined && `From ${schema.minimum} to ${schema.maximum}.`,
  ].filter(Boolean);
  return [schema.description, ...bounds].filter(Boolean).join(' ') || undefined;
}

/**
 * A form. `sections` are [{name, title, schema, folded}], `submit` is given the values by the names of the sections and may refuse with a sentence;
 * `why` says why it cannot be sent.
 */
export const SchemaForm = maker(({ sections, submit, send = 'Start', why, cancel, name }) => {
  const [typed, setTyped] = useState(() => Object.fromEntries(sections.map((it) => [it.name, Object.fromEntries(Object.entries(it.schema.properties ?? {}).map(([key, schema]) => [key, initial(schema)]))])));
  const [errors, setErrors] = useState({});
  const [problem, setProblem] = useState(null);
  const [busy, setBusy] = useState(false);
  const ref = useRef(null);
  const set = (section, key) => (value) => {
    setTyped((old) => ({ ...old, [section]: { ...old[section], [key]: value } }));
    setErrors((old) => ({ ...old, [`${section}.${key}`]: undefined }));
  };
  const go = async (event) => {
    event.preventDefault();
    if (why || busy) return;
    const values = {};
    const wrong = {};
    for (const section of sections) {
      values[section.name] = {};
      for (const [key, schema] of Object.entries(section.schema.properties ?? {})) {
        const { value, error } = read(schema, typed[section.name][key], (section.schema.required ?? []).includes(key));
        if (error) wrong[`${section.name}.${key}`] = error;
        else if (value !== undefined) values[section.name][key] = value;
      }
    }
    setErrors(wrong);
    setProblem(null);
    if (Object.keys(wrong).length > 0) {
      setTimeout(() => {
        const first = ref.current?.querySelector('[aria-invalid="true"]');
        first?.closest('details')?.setAttribute('open', '');
        first?.focus();
      });
      return;
    }
    setBusy(true);
    try {
      await submit(values);
    } catch (error) {
      setProblem(error);
    } finally {
      if (ref.current) setBusy(false);
    }
  };
  const fields = ({ name: section, schema }) => Object.entries(schema.properties ?? {}).map(([key, one]) => {
    const required = (schema.required ?? []).includes(key);
    return Field({
      key, name: `${one.title ?? words(key)}${required ? ' (needed)' : ''}`, hint: hint(one), error: errors[`${section}.${key}`],
      input: (attributes) => control(key, one, typed[section][key], set(section, key), { ...attributes, name: `${section}.${key}`, required: undefined, 'aria-required': required ? 'true' : undefined }),
    });
  });
  return form({ ref, class: 'stack', noValidate: true, onSubmit: go, 'aria-label': name },
    problem && Problem({ error: problem }),
    sections.map((section) => (section.folded
      ? details({ key: section.name, class: 'fold' }, summary(section.title), div({ class: 'stack' }, fields(section)))
      : div({ key: section.name, class: 'stack' }, fields(section)))),
    div({ class: 'ends' }, cancel && Button({ onClick: cancel }, 'Cancel'), Button({ kind: 'primary', type: 'submit', why: why ?? (busy ? 'It is being sent.' : undefined) }, send)));
});
