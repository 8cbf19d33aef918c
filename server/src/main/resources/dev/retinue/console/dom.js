// Preact without a build: elements are functions, `div({class: 'x'}, 'text')`. What is no element is text, never markup.
import { h, Fragment } from './preact.js';

export { render, Fragment, createContext, createRef } from './preact.js';
export { useState, useEffect, useLayoutEffect, useMemo, useRef, useCallback, useReducer, useContext, useErrorBoundary } from './hooks.js';

const isProps = (it) => it !== null && typeof it === 'object' && !Array.isArray(it) && it.constructor === Object;

/** A function that makes this element, or this component: its attributes may be left out. */
export const maker = (what) => (first, ...rest) =>
  isProps(first) ? h(what, first, ...rest) : h(what, null, first, ...rest);

/** The same for a component that is drawn anew only if one of its attributes is another: for lists of which most stays as it is. */
export const still = (draw) => maker(function Still(props) {
  this.shouldComponentUpdate = (next) => Object.keys(next).some((name) => next[name] !== this.props[name]);
  return draw(props);
});

export const tags = new Proxy({}, { get: (_, name) => maker(name) });

export const fragment = (...children) => h(Fragment, null, ...children);

/** Class names, those of a condition that does not hold left out. */
export const classes = (...names) => names.filter(Boolean).join(' ');
