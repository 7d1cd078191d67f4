import type { FoundRow, Verification } from '#page/data-shapes.ts';
import { defineSource } from '#page/define-source.ts';
import { VERIFY_KINDS } from '#page/register-schema.ts';
import { paths } from '#wire/paths.ts';
import { readFacts } from './read-facts.ts';
import { field, isAbsent, items, link, name, text, whole, type Part } from './read.ts';

/** The registers in which a person or a product is listed. */
export const verify = defineSource({
  name: 'verify',
  title: '人员与产品核验',
  gives: 'verification',
  costly: true,
  params: {
    kind: {
      type: 'string',
      enum: ['staff', 'product'],
      from: 'address',
      default: 'staff',
      condition: '核验种类',
      shows: 'verified',
      title: '核验种类：staff 人员，product 产品',
    },
    words: {
      type: 'string',
      maxLength: 200,
      from: 'address',
      condition: '核验的文字',
      title: '姓名、名称、编号或代码',
    },
  },
  load: async (params, call): Promise<Verification> => {
    const answer = whole(await call.get(paths.verify, params));
    return {
      kind: params.kind,
      kinds: readKinds(field(answer, 'kinds')),
      words: text(field(answer, 'words')),
      searched: items(field(answer, 'searched')).map(text),
      emptied: listIn(field(answer, 'emptied')),
      silent: listIn(field(answer, 'silent')),
      isWhole: field(answer, 'isWhole').value === true,
      found: items(field(answer, 'found')).map(readFound),
      more: field(answer, 'more').value === true,
    };
  },
});

/** A missing member means an answer of an earlier version. */
const listIn = (part: Part): string[] => (isAbsent(part) ? [] : items(part).map(text));

/** A missing member means an answer of an earlier version, which offered both. */
const readKinds = (part: Part): Verification['kinds'] =>
  isAbsent(part) ? VERIFY_KINDS : VERIFY_KINDS.filter((kind) => items(part).some(({ value }) => value === kind));

function readFound(part: Part): FoundRow {
  return {
    register: name(field(part, 'register')),
    title: text(field(part, 'title')),
    path: link(field(part, 'path')),
    exact: field(part, 'exact').value === true,
    since: text(field(part, 'since')),
    dataDate: text(field(part, 'dataDate')),
    facts: readFacts(field(part, 'facts')),
    ended: readEnd(field(part, 'ended')),
  };
}

/** A missing member means an answer of an earlier version. */
function readEnd(part: Part): FoundRow['ended'] {
  if (part.value === null || part.value === undefined) return null;
  return { state: text(field(part, 'state')), since: text(field(part, 'since')), words: text(field(part, 'words')) };
}
