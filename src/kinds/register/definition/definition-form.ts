import { manyRowsUnderWay } from '#console/editions/edition-words.ts';
import { LONG_TIMEOUT } from '#console/calls/call.ts';
import type { useSend } from '#console/calls/use-calls.ts';
import type { EditionForm } from '#console/editor/edition-form.ts';
import { mergeThreeWay } from '#console/merge/three-way.ts';
import { readPlaces } from '#console/pages/json-places.ts';
import { textOf } from '#console/pages/page-document.ts';
import { isObject } from '#rules/json/json.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { DefinitionFacts, RegisterFacts, RewriteRules } from '#wire/register-answers.ts';
import { writtenOf } from '../../changes.ts';
import { channel as channelKind } from '../../channel/index.ts';
import type { Change } from '../../index.ts';
import { rows as rowsKind } from '../../rows/index.ts';
import { register as registerKind } from '../index.ts';
import { endedInDraft } from '../mixed-merges.ts';

/** A definition as its text, since form and JSON are two views of one, and what becomes of the rows. */
export interface TypedDefinition extends RewriteRules {
  text: string;
  /** duties of freshness that are changed, by the channel that shows the register */
  freshness: Readonly<Record<string, string>>;
  dataDate: string;
  department: string;
}

/** Parts that the editor of a definition needs beside it. */
export interface Parts {
  facts: RegisterFacts;
  current: DefinitionFacts;
  /** edition with the rows that the definition belongs to; absent: those that are public */
  editionId?: number;
}

/** null: the changes are no definition, or hold more than one with its rows */
function definitionIn(changes: readonly Change[]): TypedDefinition | null {
  const [own] = writtenOf(registerKind, changes);
  if (!own) return null;
  const rows = writtenOf(rowsKind, changes).find(({ id }) => id === own.id)?.document;
  return {
    text: textOf(own.document),
    fill: rows?.rewrite?.fill ?? {},
    values: rows?.rewrite?.values ?? {},
    freshness: Object.fromEntries(
      writtenOf(channelKind, changes).map(({ document }) => [document.channelId, document.freshness ?? '']),
    ),
    dataDate: rows?.dataDate ?? '',
    department: rows?.department ?? '',
  };
}

/** The document of a text, where the form can show it. */
export function documentOf(text: string): RegisterDefinition | null {
  const read = readPlaces(text);
  const value = 'fault' in read ? null : read.value;
  const isShaped =
    isObject(value) &&
    isObject(value.fields) &&
    Object.values(value.fields).every((field) => isObject(field) && typeof field.title === 'string') &&
    [value.key, value.columns, value.order, value.filters].every(Array.isArray);
  return isShaped ? (value as unknown as RegisterDefinition) : null;
}

export function definitionForm({ facts, current, editionId }: Parts): EditionForm<TypedDefinition> {
  const { register } = facts;
  return {
    valueOf: definitionIn,
    changesOf: ({ text }) => [{ kind: registerKind.name, document: JSON.parse(text) as RegisterDefinition }],
    titleOf: () => `修改登记表“${facts.title}”的定义`,
    merge: (was, mine, theirs) => {
      const parse = (of: TypedDefinition) => ({ ...of, text: JSON.parse(of.text) as unknown });
      const { changes, merged } = mergeThreeWay(was && parse(was), parse(mine), parse(theirs));
      return {
        changes,
        merged: (own) => {
          const made = merged(own);
          return { ...made, text: textOf(made.text) };
        },
      };
    },
    whyNot: ({ text }) => (isObject(valueOf(text)) ? '' : 'JSON 有误，改正后才能保存'),
    missing: ({ dataDate, department }) =>
      current.dataDate === ''
        ? []
        : [
            ...(dataDate === '' ? [{ field: 'dataDate', message: '请填写数据日期' }] : []),
            ...(department.trim() === '' ? [{ field: 'department', message: '请填写责任部门' }] : []),
          ],
    saveOtherwise: ({ text, fill, values, freshness, dataDate, department }, { draft }) => ({
      label: '保存为稿件',
      busyWords: manyRowsUnderWay('改写', facts.rows),
      run: async (send: ReturnType<typeof useSend>) => {
        const made = await send(
          'POST /registers/:register/definition-edition',
          {
            register,
            ...(editionId !== undefined && { editionId }),
            document: JSON.parse(text) as object,
            fill,
            values,
            ...endedInDraft(current.document, { document: JSON.parse(text) as RegisterDefinition, fill, values }),
            freshness,
            dataDate: dataDate || shanghaiDate(Date.now()),
            department: department || '—',
            base: current.base,
            ...(draft && { target: { editionId: draft.editionId, version: draft.version } }),
          },
          LONG_TIMEOUT,
        );
        return made.editionId;
      },
    }),
  };
}

function valueOf(text: string): unknown {
  const read = readPlaces(text);
  return 'fault' in read ? null : read.value;
}
