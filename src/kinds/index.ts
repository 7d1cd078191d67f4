import type { ValueOf } from '#page/schema-words.ts';
import { article } from './article/index.ts';
import { articleImport } from './article-import/index.ts';
import { channel } from './channel/index.ts';
import type { Kind, Withdrawn, Written } from './define-kind.ts';
import { feeding } from './feeding/index.ts';
import { page } from './page/index.ts';
import { removal } from './removal/index.ts';
import { register } from './register/index.ts';
import { rows } from './rows/index.ts';
import { setting } from './setting/index.ts';

/** Everything that can be changed, in the order in which a publication writes it. */
export const kinds = [channel, article, articleImport, register, feeding, rows, page, setting, removal] as const;

type Listed = (typeof kinds)[number];
export type KindName = Listed['name'];
export type DocumentOf<Name extends KindName> = ValueOf<Extract<Listed, { name: Name }>['schema']>;
export type WrittenOf<Name extends KindName> = Written<Name, DocumentOf<Name>>;
type ChangeOf<Name extends KindName> = Name extends KindName ? WrittenOf<Name> | Withdrawn<Name> : never;

/** Effect of an edition or a publication on one thing. */
export type Change = ChangeOf<KindName>;

/** A kind where it does not matter which. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyKind = Kind<KindName, any>;

const byName = new Map<string, AnyKind>(kinds.map((kind) => [kind.name, kind]));

export const KIND_NAMES: readonly string[] = [...byName.keys()];

export const kindOf = ({ kind }: { kind: KindName }): AnyKind => byName.get(kind)!;

export const kindNamed = (name: string): AnyKind | undefined => byName.get(name);
