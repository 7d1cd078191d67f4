import type { parseDocument } from 'htmlparser2';

export type Document = ReturnType<typeof parseDocument>;
export type Node = Document['children'][number];
export type Element = Extract<Node, { attribs: Record<string, string> }>;

export const isElement = (node: Node | Document): node is Element => 'attribs' in node;

/** Text of a node, without its marks and comments; white space as one space. @param between its texts */
export function textIn(node: Node | Document, between = ''): string {
  const texts: string[] = [];
  const open: (Node | Document)[] = [node];
  for (let one = open.pop(); one; one = open.pop()) {
    if ('children' in one) for (const child of one.children.toReversed()) open.push(child);
    else if ('data' in one && one.type === 'text') texts.push(one.data);
  }
  return texts.join(between).replaceAll(/\s+/g, ' ').trim();
}

/** The first element of this kind in a node, itself included. */
export function firstElement(node: Node | Document, is: (element: Element) => boolean): Element | undefined {
  const open: (Node | Document)[] = [node];
  for (let one = open.pop(); one; one = open.pop()) {
    if (isElement(one) && is(one)) return one;
    if ('children' in one) for (const child of one.children.toReversed()) open.push(child);
  }
  return undefined;
}
