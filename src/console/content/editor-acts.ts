import type { Node, ResolvedPos, Slice } from '@tiptap/pm/model';
import { TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';

/** Alignments of the toolbar; text without a class about it is on the left. */
export type Alignment = 'left' | 'center' | 'right';

const isCell = ({ type }: Node): boolean => type.spec.tableRole === 'cell' || type.spec.tableRole === 'header_cell';

const namesOf = ({ attrs }: Node): string[] => ((attrs.class as string | null) ?? '').split(' ').filter(Boolean);

/** The classes of a node with another alignment, and width and indent as they were; null: none. */
function aligned(node: Node, alignment: Alignment | null): string | null {
  const others = namesOf(node).filter((name) => !name.startsWith('align-'));
  return [...others, ...(alignment === null ? [] : [`align-${alignment}`])].join(' ') || null;
}

/**
 * Paragraphs and headings of a selection, aligned (AC15). In a table it is the cells that are: one paragraph of a cell is its
 * whole text nearly always.
 */
export function alignTo({ doc, tr, selection }: EditorState, alignment: Alignment): Transaction {
  const write = (node: Node, at: number, to: Alignment | null): void => {
    const names = aligned(node, to);
    if (names !== (node.attrs.class ?? null)) tr.setNodeAttribute(at, 'class', names);
  };
  const own = alignment === 'left' ? null : alignment;
  for (const { $from, $to } of selection.ranges)
    doc.nodesBetween($from.pos, $to.pos, (node, at) => {
      if (isCell(node)) write(node, at, own);
      else if (node.isTextblock) write(node, at, cellAround(doc.resolve(at)) ? null : own);
      return !node.isTextblock;
    });
  return tr;
}

function cellAround($at: ResolvedPos): Node | null {
  for (let depth = $at.depth; depth > 0; depth -= 1) {
    const node = $at.node(depth);
    if (isCell(node)) return node;
  }
  return null;
}

/** The alignment of the text at the cursor. */
export function alignmentOf({ selection: { $from } }: EditorState): string {
  const own = (node: Node): string | undefined => namesOf(node).find((name) => name.startsWith('align-'));
  return (own($from.parent) ?? own(cellAround($from) ?? $from.parent) ?? 'align-left').slice('align-'.length);
}

/** Whether the table around the cursor begins with header cells: along its first row, or down its first column. */
export function hasHeader({ selection: { $from } }: EditorState, along: 'row' | 'column'): boolean {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const table = $from.node(depth);
    if (table.type.spec.tableRole !== 'table') continue;
    const cells = along === 'row' ? table.firstChild!.children : table.children.flatMap((row) => row.firstChild ?? []);
    return cells.every(({ type }) => type.spec.tableRole === 'header_cell');
  }
  return false;
}

/**
 * A paste into an empty paragraph, or over a whole one, whose first paragraph keeps its alignment and indent (AC15). The
 * editor itself would put its text alone into the paragraph that is there. null: nothing of that is at stake.
 */
export function pasteWithFirst(state: EditorState, slice: Slice): Transaction | null {
  const { selection } = state;
  const { $from, to } = selection;
  const first = slice.content.firstChild;
  const names = first?.isTextblock ? (first.attrs.class as string | null | undefined) : null;
  const isWhole = $from.parentOffset === 0 && to >= $from.end();
  if (!names || !(selection instanceof TextSelection) || !$from.parent.isTextblock || !isWhole) return null;
  const at = $from.before();
  const tr = state.tr.replaceSelection(slice);
  const now = tr.doc.nodeAt(at);
  if (!now?.isTextblock || now.attrs.class) return null;
  return tr.setNodeAttribute(at, 'class', names).scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste');
}
