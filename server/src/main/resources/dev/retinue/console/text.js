// What agents say, shown harmlessly. Everything becomes text nodes; of markup only what is listed here is drawn: a little Markdown, colours of
// terminals, and links to http and https. Characters that could deceive whoever reads are shown as what they are.
import { tags } from './dom.js';

const { a, blockquote, br, code, em, h3, h4, li, ol, p, pre, span, strong, ul } = tags;

const LONGEST_LINE = 5000;
const LONGEST = 60_000; // Beyond that a text is shown plain: nobody reads it for its headings.

/* C0 without tab and line feed, DEL and C1; marks of direction; what has no width, or is blank and no blank; what is no character. A joiner and a selector of form are seen beside what is not ASCII. */
const ODD = /[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|(?<![^\0-\x7f\u200c\u200d])[\u200c\u200d]|(?<![^\0-\x7f\u200c\u200d\ufe00-\ufe0f])[\ufe00-\ufe0f](?!\u20e3)/gu;

const nameOf = (char) => {
  return `U+${char.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
};

/** The text in pieces: what deceives is an element that shows its name. */
export function visible(text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(ODD)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push(span({ class: 'odd', title: 'A character that cannot be seen' }, nameOf(match[0])));
    end = match.index + match[0].length;
  }
  if (parts.length === 0) return text;
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** The same as plain text, for labels and titles. */
export const plain = (text) => String(text ?? '').replace(/\u001b\[[0-9;:?]*[ -/]*[@-~]/g, '').replace(ODD, (char) => (char === '\r' ? '' : nameOf(char)));

/** One line of it, not longer than this. */
export function line(text, most = 200) {
  const flat = plain(text).replace(/\s+/g, ' ').trim();
  return flat.length > most ? `${flat.slice(0, most - 1)}…` : flat;
}

// Colours of terminals.

const COLOURS = ['grey', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', ''];
const CONTROL = /\u001b(?:\[([0-9;:?<=>]*)[ -/]*([@-~])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[PX^_][^\u001b]*(?:\u001b\\)?|[ -/]*[0-~])/g;

/** What a program printed: colours are drawn, all other orders to a terminal are left out, and what a line has overwritten, too. */
export function terminal(text) {
  const tidy = text.split('\n').map(lastWritten).join('\n');
  const parts = [];
  let style = {};
  let end = 0;
  const add = (piece) => {
    if (piece === '') return;
    const names = Object.entries(style).filter(([, on]) => on).map(([name, on]) => `a-${on === true ? name : on}`).join(' ');
    parts.push(names === '' ? visible(piece) : span({ class: names }, visible(piece)));
  };
  for (const match of tidy.matchAll(CONTROL)) {
    add(tidy.slice(end, match.index));
    end = match.index + match[0].length;
    if (match[2] === 'm') style = restyle(style, match[1]);
  }
  add(tidy.slice(end));
  return parts;
}

/** What a line shows in the end, of which each return begins anew. */
function lastWritten(one) {
  const whole = one.endsWith('\r') ? one.slice(0, -1) : one;
  return whole.slice(whole.lastIndexOf('\r') + 1);
}

function restyle(style, codes) {
  let next = { ...style };
  const all = codes.split(/[;:]/).map(Number);
  for (let n = 0; n < all.length; n++) {
    const code = all[n];
    if (code === 0) next = {};
    else if (code === 1) next.bold = true;
    else if (code === 2) next.dim = true;
    else if (code === 3) next.italic = true;
    else if (code === 4) next.underline = true;
    else if (code === 22) next.bold = next.dim = false;
    else if (code === 23) next.italic = false;
    else if (code === 24) next.underline = false;
    else if (code === 39) next.colour = '';
    else if (code === 38 || code === 48) n += all[n + 1] === 5 ? 2 : 4; // Any of millions: not drawn.
    else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) next.colour = COLOURS[code % 10];
  }
  return next;
}

/** Output of a program, as a block. */
export const Output = (text) => pre({ class: 'block', tabIndex: 0 }, terminal(String(text)));

// A little Markdown.

/** A text to the letter, in the place of one that is drawn: who allows something must see each star and each quotation mark of it. */
export const letters = (text) => tags.div({ class: 'said letters' }, visible(String(text ?? '')));

/** What somebody is asked. */
export const asked = (kind, text) => (kind === 'permission' ? letters(text) : said(text));

/** What an agent said, as elements. */
export function said(text) {
  const whole = String(text ?? '');
  return whole.length > LONGEST ? Output(whole) : tags.div({ class: 'said' }, blocks(whole.replace(/\r\n?/g, '\n').split('\n')));
}

function blocks(lines) {
  const found = [];
  let n = 0;
  const take = (test) => { const taken = []; while (n < lines.length && test(lines[n])) taken.push(lines[n++]); return taken; };
  while (n < lines.length) {
    const current = lines[n];
    const fence = /^ {0,3}(`{3,}|~{3,})/.exec(current);
    const head = /^(#{1,6}) ([^]*)/.exec(current);
    if (current.trim() === '') n++;
    else if (fence) {
      n++;
      const body = take((it) => !it.trimStart().startsWith(fence[1]));
      n++;
      found.push(pre({ class: 'block', tabIndex: 0 }, code(terminal(body.join('\n')))));
    } else if (head) {
      n++;
      found.push((head[1].length < 3 ? h3 : h4)(spans(head[2].trim().replace(/ #+$/, '').trimEnd())));
    } else if (/^ {0,3}>/.test(current)) found.push(blockquote(p(joined(take((it) => /^ {0,3}>/.test(it)).map((it) => it.replace(/^ {0,3}> ?/, ''))))));
    else if (/^\s*[-*+] +\S/.test(current)) found.push(ul(items(take(isItem(/^\s*[-*+] +\S/)), /^\s*[-*+] +/)));
    else if (/^\s*\d{1,9}[.)] +\S/.test(current)) found.push(ol({ start: Number.parseInt(current, 10) || 1 }, items(take(isItem(/^\s*\d{1,9}[.)] +\S/)), /^\s*\d{1,9}[.)] +/)));
    else if (/^\s*\|.*\|\s*$/.test(current)) found.push(pre({ class: 'block', tabIndex: 0 }, visible(take((it) => /^\s*\|/.test(it)).join('\n'))));
    else {
      const body = [lines[n++]];
      body.push(...take((it) => it.trim() !== '' && !/^( {0,3}(`{3,}|~{3,}|>)|#{1,6} |\s*[-*+] +\S|\s*\d{1,9}[.)] +\S)/.test(it)));
      found.push(p(joined(body)));
    }
  }
  return found;
}
const isItem = (form) => (it) => form.test(it) || /^\s{2,}\S/.test(it);
function items(lines, mark) {
  const all = [];
  for (const one of lines) {
    if (mark.test(one) || all.length === 0) all.push([one.replace(mark, '')]);
    else all.at(-1).push(one.trim());
  }
  return all.map((body) => li(joined(body)));
}
const joined = (lines) => lines.flatMap((one, n) => (n === 0 ? [spans(one)] : [br(), spans(one)]));

/* Code, links, bare addresses, strong, emphasis: in this order, and none of them across a line. */
const SPANS = /(`+)([^`]{1,2000}?)\1(?!`)|\[([^[\]\n]{1,500})\]\(([^()\s]{1,2000})\)|(https?:\/\/[^\s<>"'`\])]{1,2000})|\*\*([^*\n]{1,1000})\*\*|(?<![\w*])\*([^*\s][^*\n]{0,1000}?)\*(?![\w*])|(?<![\w_])_([^_\s][^_\n]{0,1000}?)_(?![\w_])/g;

function spans(text) {
  if (text.length > LONGEST_LINE) return visible(text);
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(SPANS)) {
    if (match.index > end) parts.push(visible(text.slice(end, match.index)));
    end = match.index + match[0].length;
    if (match[2] !== undefined) parts.push(code(visible(match[2])));
    else if (match[3] !== undefined) parts.push(link(match[4], match[3]) ?? visible(match[0]));
    else if (match[5] !== undefined) {
      const tail = /[.,;:!?]+$/.exec(match[5])?.[0] ?? '';
      const address = match[5].slice(0, match[5].length - tail.length);
      parts.push(link(address, address) ?? visible(address), tail);
    } else if (match[6] !== undefined) parts.push(strong(visible(match[6])));
    else parts.push(em(visible(match[7] ?? match[8])));
  }
  if (end < text.length) parts.push(visible(text.slice(end)));
  return parts;
}

/** A link to the web, or nothing. Where its words do not say to the letter where it leads, that stands beside it: a letter can look like another. */
export function link(address, words) {
  let url;
  try {
    url = new URL(address);
  } catch {
    return null;
  }
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '') return null;
  const made = a({ href: url.href, target: '_blank', rel: 'noopener noreferrer nofollow' }, visible(words));
  return words === address && address.toLowerCase().replace(/^https?:\/\//, '').startsWith(url.host) ? made : span(made, ` (${url.host})`);
}
