import type { Cell, FoundRow } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { choicesOf } from '#page/register-view.ts';
import { formatCell } from '#rules/registers/format-cell.ts';
import type { Site } from '../site/site.ts';

/** One cell of a found row as it is read; none for an empty or a restricted one. */
export function factOf(site: Site, { fields }: RegisterDefinition, name: string, value: Cell): FoundRow['facts'] {
  const field = fields[name];
  if (!field || field.restricted || value === null || value === '') return [];
  const choices = choicesOf(field, site.map.facts);
  return [
    {
      field: name,
      title: field.title,
      text: formatCell(value, { ...field, ...(choices && { choices }) }),
      convert: field.convert ?? true,
    },
  ];
}
