import { cloneElement, createElement, Fragment, isValidElement } from 'react';
import type { ElementType, ReactNode } from 'react';
import { convertHtml } from '#rules/script/script-html.ts';
import { VERBATIM } from './active-script.ts';
import type { Script } from './active-script.ts';

type Props = Record<string, unknown>;

/** Attributes that are read. What a form sends and what is followed stays as it is (LG4): value, href, name … */
const READ = [
  'title',
  'alt',
  'placeholder',
  'label',
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'aria-roledescription',
];
/** Drawn before a cell on phones: the column's title, also where the cell itself stays as it is. */
const CELL_LABEL = 'data-label';
/** Elements that hold text alone. */
const BARE = new Set<unknown>(['option', 'title', 'desc', 'text']);

const MARKED = new RegExp(`${VERBATIM[0]}([^${VERBATIM[1]}]*)${VERBATIM[1]}`);

/**
 * The script that a conversion of texts makes. Host elements and fragments convert their own words as they are made;
 * words given to a component are converted where the component puts them. An element with translate="no" keeps its
 * words and those of its inner elements up to translate="yes". Elements that a component inside draws are not included:
 * put it on the innermost element. Parts that are marked as verbatim become such elements.
 */
export function scriptOf(convert: (text: string) => string): Script {
  /** props of elements before they were converted, for those that turn out to be inside translate="no" */
  const written = new WeakMap<object, Props>();

  const text = (words: string) =>
    isMarked(words)
      ? words
          .split(MARKED)
          .map((piece, at) => (at % 2 === 1 ? piece : convert(piece)))
          .join('')
      : convert(words);

  return {
    text,
    html: (html) => convertHtml(html, convert),
    element(create, type, props, key) {
      if (typeof type !== 'string' && type !== Fragment) return create(type, props, key);
      const given = props as Props;
      if (given.translate === 'no') return create(type, preserved(given), key);
      const converted = convertedProps(type, given);
      const element = create(type, converted, key);
      if (converted !== given) written.set(element, given);
      return element;
    },
  };

  function convertedProps(type: ElementType, props: Props): Props {
    const changed: Props = {};
    for (const name of [...READ, CELL_LABEL]) {
      const value = props[name];
      if (typeof value === 'string') changed[name] = text(value);
    }
    // an option without a value sends its words
    const sent = type === 'textarea' || type === 'style' || (type === 'option' && props.value === undefined);
    if (!sent) {
      changed.children = map(props.children, (child) => {
        if (typeof child !== 'string') return child;
        return BARE.has(type) || !isMarked(child)
          ? text(child)
          : child
              .split(MARKED)
              .map((piece, at) =>
                at % 2 === 1 ? createElement('span', { translate: 'no', key: at }, piece) : convert(piece),
              );
      });
    }
    return withChanges(props, changed);
  }

  function preserved(props: Props): Props {
    const label = props[CELL_LABEL];
    return withChanges(props, {
      children: map(props.children, asWritten),
      ...(typeof label === 'string' && { [CELL_LABEL]: text(label) }),
    });
  }

  function asWritten(child: unknown): unknown {
    if (typeof child === 'string') return child.split(MARKED).join('');
    if (!isValidElement<Props>(child) || child.props.translate === 'yes') return child;
    const now = child.props;
    const before = written.get(child) ?? now;
    const props = withChanges(before, { children: map(before.children, asWritten) });
    if (props === now) return child;
    // one by one, as they are written: React asks the members of a list for keys
    const inside = (Array.isArray(props.children) ? props.children : [props.children]) as ReactNode[];
    return cloneElement(child, props, ...inside);
  }
}

/** Split by MARKED, of the pieces every second is what stood between the marks. */
const isMarked = (words: string): boolean => words.includes(VERBATIM[0]);

/** Returns the same object when nothing changed, so text without words costs no further work. */
function withChanges(props: Props, changes: Props): Props {
  return Object.keys(changes).some((name) => changes[name] !== props[name]) ? { ...props, ...changes } : props;
}

/** Children as React takes them: one, or lists within lists. The same value where nothing differs. */
function map(children: unknown, change: (child: unknown) => unknown): unknown {
  if (!Array.isArray(children)) return change(children);
  const changed = children.map((child) => map(child, change));
  return changed.some((child, at) => child !== children[at]) ? changed : children;
}
