import type { ReactNode } from 'react';
import type { ConditionProblem } from '#rules/registers/read-condition.ts';
import type { ShapeName, Shapes } from './data-shapes.ts';
import type { Word } from './schema-words.ts';

/** WG1: what a widget's folder says of it. The view is View.tsx beside it, found by the folder's name. */
export interface WidgetDefinition<P = unknown, A extends ShapeName = ShapeName> {
  /** equal to the folder's name */
  name: string;
  /** words for editors */
  title: string;
  /** shape of the data it draws */
  accepts: A;
  props: Word<P>;
  /** SU16: what it says stands beside other content, and is none where that is missing */
  beside?: true;
  /** SU19: it is for customers; what stands alone on its page where nobody can log in */
  withoutLogin?: { widget: string; props: Record<string, unknown> };
  /** the part of its data that it draws with these props, where the source gives more: a page carries no other */
  drawn?: (data: Shapes[A], props: P) => Shapes[A];
  /** PS6: from the props of each earlier version to those of the next, in order; a released one is never edited */
  steps?: readonly PropsStep[];
}

/** One step up of a widget's props. Adds, renames or moves; must bear any props, because the check comes after it. */
interface PropsStep {
  /** its purpose, in a sentence */
  name: string;
  up: (props: Record<string, unknown>) => Record<string, unknown>;
}

/** Identity with types: `export const articleList = defineWidget({ name: 'article-list', … })`. */
export function defineWidget<P, A extends ShapeName>(definition: WidgetDefinition<P, A>): WidgetDefinition<P, A> {
  return definition;
}

/** Props of View.tsx: good data only. Loading, empty, failed states and the frame belong to Block.tsx. */
export interface ViewProps<P, A extends ShapeName> {
  props: P;
  data: Shapes[A];
  block: ViewBlock;
}

/** Props of `Failed` of a View.tsx: `note` says that the data could not be had, and offers 重试. */
export interface FailedProps<P> {
  props: P;
  block: ViewBlock;
  note: ReactNode;
  /** RG7: the conditions that could not be read; `note` says so of all of them */
  problems?: readonly ConditionProblem[] | undefined;
}

/** Facts that a view may know of its place in the page. */
export interface ViewBlock {
  id: string;
  /** values of this block's own address parameters as the visitor sees them, by parameter name */
  address: Record<string, string>;
  /** address (path with query) of this page with some of this block's parameters changed; '' removes one */
  href: (changes: Record<string, string>) => string;
  /** name of a parameter of this block in the address (differs when the block has an `address` prefix) */
  addressName: (param: string) => string;
  /** hidden inputs a GET form of this block must carry so that other parts of the address are kept */
  kept: { name: string; value: string }[];
  /** filters of the register that the page itself has fixed, by parameter name */
  fixed: Record<string, string>;
  /** path of the page, without base */
  path: string;
  /** level of the view's own title: 1 where the layout leaves the page's only h1 to it, else 2 */
  titleLevel: 1 | 2;
  /** the page's title; a view does not repeat it */
  pageTitle: string;
  /** the page above this one, for a way on where there is nothing to show; null on the topmost */
  parent: { title: string; path: string } | null;
  /** service number, '' where none is known */
  hotline: string;
  /** whether the firm has an app, whose code can be scanned */
  hasApp: boolean;
  /** the register shown by this block, when its source is a register */
  register?: import('./register-schema.ts').RegisterView;
}
