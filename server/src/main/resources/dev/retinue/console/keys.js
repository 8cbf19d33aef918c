// Keys of pages, beside those of the frame.
import { useEffect } from './dom.js';

const all = new Set();

/** The keys of the page that is shown: [[key (or several with spaces), words, action], …]. */
export const pageKeys = () => [...all].flat();

/** Whether keys of one character do anything: who speaks to the machine, or strikes them by mistake, switches them off. Arrows always do. */
export const letters = { on: true };
try { letters.on = localStorage.getItem('keys') !== 'off'; } catch { /* Then they are on. */ }
export function switchLetters(on) {
  letters.on = on;
  try { localStorage.setItem('keys', on ? 'on' : 'off'); } catch { /* Then it is for this page only. */ }
}

export function useKeys(keys) {
  useEffect(() => { all.add(keys); return () => { all.delete(keys); }; });
}
