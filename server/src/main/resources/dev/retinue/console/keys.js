// Keys of pages, beside those of the frame.
import { useEffect } from './dom.js';

const all = new Set();

/** The keys of the page that is shown: [[key (or several with spaces), words, action], …]. */
export const pageKeys = () => [...all].flat();

export function useKeys(keys) {
  useEffect(() => { all.add(keys); return () => { all.delete(keys); }; });
}
