import type { FoundRow } from '#page/data-shapes.ts';
import { field, isAbsent, items, name, text, type Part } from './read.ts';

/** Facts of a register about a row, ready to be read. @throws Unreadable */
export function readFacts(part: Part): FoundRow['facts'] {
  return items(part).map((fact) => {
    const convert = field(fact, 'convert');
    return {
      field: name(field(fact, 'field')),
      title: text(field(fact, 'title')),
      text: text(field(fact, 'text')),
      convert: isAbsent(convert) || convert.value !== false,
    };
  });
}
