import { Extension, Mark, mergeAttributes, Node, type Extensions } from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { FILE_BASE } from '#rules/files/filepath.ts';
import { GapMarks } from './gap-marks.ts';
import { fileHref } from '../files/send-file.ts';
import { StarterKit } from '@tiptap/starter-kit';

/** Classes that articles may carry (src/authored/authored-classes.ts); others come from where a text was copied. */
const AUTHORED = /^(align-(left|center|right|justify)|w-\d{1,3}|indent-[1-4]|inset-[1-4])$/;

const authored = (element: HTMLElement): string | null =>
  [...element.classList].filter((name) => AUTHORED.test(name)).join(' ') || null;

/** Alignment, width and indent, which are classes. */
const AuthoredClasses = Extension.create({
  name: 'authoredClasses',
  addGlobalAttributes: () => [
    {
      types: [
        'paragraph',
        'heading',
        'blockquote',
        'bulletList',
        'orderedList',
        'listItem',
        'image',
        'table',
        'tableRow',
        'tableCell',
        'tableHeader',
      ],
      attributes: { class: { default: null, parseHTML: authored } },
    },
  ],
});

/** Numbering of a list's items, where it is not one after the other from 1. */
const ListNumbers = Extension.create({
  name: 'listNumbers',
  addGlobalAttributes: () => [
    { types: ['listItem'], attributes: { value: { default: null } } },
    { types: ['orderedList'], attributes: { reversed: { default: null } } },
  ],
});

/** Address at which the writer sees a picture: one that no publication shows yet is not at its later address. */
export const shownSource = (source: string): string =>
  source.startsWith(FILE_BASE) ? fileHref(source.slice(FILE_BASE.length)) : source;

/** A picture of this site; of other sites none may be shown. */
const Image = Node.create({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () =>
    Object.fromEntries(['src', 'alt', 'title', 'width', 'height'].map((name) => [name, { default: null }])),
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (element: HTMLElement) => (/^\/(?!\/)/.test(element.getAttribute('src') ?? '') ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addNodeView:
    () =>
    ({ HTMLAttributes }) => {
      const dom = document.createElement('img');
      for (const [name, value] of Object.entries(HTMLAttributes as Record<string, string | null>))
        if (value !== null) dom.setAttribute(name, name === 'src' ? shownSource(value) : value);
      return { dom };
    },
});

/** Marks that the toolbar does not offer and that stay where they are. */
const preservedMark = (tag: string): Mark =>
  Mark.create({ name: tag, parseHTML: () => [{ tag }], renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0] });

/** Without widths of columns, which would be style attributes. */
const PlainTable = Table.extend({
  renderHTML: ({ HTMLAttributes }) => ['table', mergeAttributes(HTMLAttributes), ['tbody', 0]],
});
const Header = TableHeader.extend({
  addAttributes() {
    return { ...this.parent?.(), scope: { default: null } };
  },
});

export const extensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4, 5, 6] },
    link: {
      openOnClick: false,
      autolink: false,
      linkOnPaste: false,
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  PlainTable.configure({ resizable: false, View: null }),
  TableRow,
  Header,
  TableCell,
  Image,
  AuthoredClasses,
  ListNumbers,
  GapMarks,
  ...['sub', 'sup', 'small', 'mark', 'ins'].map(preservedMark),
];
