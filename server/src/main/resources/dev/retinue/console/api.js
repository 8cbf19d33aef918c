// Requests to the API of the daemon that served this page. A refusal is an ApiError with the sentence of the server.

export class ApiError extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const PATIENCE = 30_000;

async function send(method, path, body, headers = {}) {
  const options = { method, headers: { Accept: 'application/json', ...headers }, credentials: 'same-origin', signal: AbortSignal.timeout(PATIENCE) };
  if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers['Content-Type'] = 'application/json';
  }
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new ApiError(0, 'UNREACHABLE', 'Retinue does not answer. Is the daemon running? This page tries again by itself.');
  }
  const text = await response.text();
  let json = null;
  try {
    json = text === '' ? null : JSON.parse(text);
  } catch {
    // A sentence, then.
  }
  if (!response.ok) {
    throw new ApiError(response.status, json?.error?.code ?? 'INTERNAL_ERROR', json?.error?.message ?? (text.slice(0, 500) || `HTTP ${response.status}`));
  }
  return json;
}

/** A path with its parts made safe: path`/api/agents/${id}`. */
export const path = (texts, ...parts) => texts.reduce((all, text, i) => all + encodeURIComponent(parts[i - 1]) + text);

/** The same with parameters; those that are null or empty are left out. */
export function query(base, parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return given.length === 0 ? base : `${base}?${new URLSearchParams(given)}`;
}

/** A header by which a request that is sent twice is done once. Not by crypto.randomUUID: over plain HTTP browsers have that for localhost only. */
export const once = () => ({ 'Idempotency-Key': Array.from(crypto.getRandomValues(new Uint8Array(16)), (it) => it.toString(16).padStart(2, '0')).join('') });

export const get = (where) => send('GET', where);
export const post = (where, body = {}, headers) => send('POST', where, body, headers);
export const patch = (where, body) => send('PATCH', where, body);
export const put = (where, body) => send('PUT', where, body);
export const remove = (where) => send('DELETE', where);

/** The text of a file, of a long one so many characters of its beginning, or of its end: {text, cut}. */
export async function text(where, most = 200_000, end = false) {
  const patience = new AbortController();
  const patient = async (promise) => { // For each piece anew: a long one may take its time.
    const timer = setTimeout(() => patience.abort(new Error('Nothing came for a while; try again.')), PATIENCE);
    try { return await promise; } finally { clearTimeout(timer); }
  };
  const response = await patient(fetch(where, { credentials: 'same-origin', signal: patience.signal }));
  if (!response.ok) throw new ApiError(response.status, 'NOT_FOUND', (await patient(response.text())).slice(0, 500));
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let all = '';
  let cut = false;
  for (;;) {
    const { done, value } = await patient(reader.read());
    if (done) return { text: all + decoder.decode(), cut };
    all += decoder.decode(value, { stream: true });
    if (all.length > most) {
      cut = true;
      if (!end) {
        await reader.cancel();
        return { text: all.slice(0, most), cut };
      }
      all = all.slice(-most);
    }
  }
}
