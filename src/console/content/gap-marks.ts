import { Extension, type Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { gapsIn } from '#rules/registers/gaps.ts';

interface Range {
  from: number;
  to: number;
}

/** Ranges of gaps (SU7), in the order of the text; one that bold or a link cuts in two is found, too. */
export function gapRanges(doc: Node): Range[] {
  const found: Range[] = [];
  doc.descendants((node, at) => {
    if (!node.isTextblock) return true;
    // a leaf that is no text counts one position, as in the document
    const text = node.textBetween(0, node.content.size, undefined, '\uFFFC');
    for (const { index, length } of gapsIn(text)) found.push({ from: at + 1 + index, to: at + 1 + index + length });
    return false;
  });
  return found;
}

/** SU7: draws what has still to be filled in; nothing of it is in the text. */
export const GapMarks = Extension.create({
  name: 'gapMarks',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        decorations: ({ doc }) =>
          DecorationSet.create(
            doc,
            gapRanges(doc).map(({ from, to }) => Decoration.inline(from, to, { class: 'gap' })),
          ),
      },
    }),
  ],
});

/** Selects the next gap behind the cursor, or the first, so that what is typed stands in its place. */
export function selectNextGap(editor: Editor): void {
  const { doc, selection } = editor.state;
  const ranges = gapRanges(doc);
  const next = ranges.find(({ from }) => from >= selection.to) ?? ranges[0];
  if (next) editor.chain().focus().setTextSelection(next).scrollIntoView().run();
}
