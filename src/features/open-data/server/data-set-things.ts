import type { Rows } from '#page/data-shapes.ts';
import { REGISTER_FILE } from '#wire/paths.ts';
import { inScript } from '#server/pages/address/modes.ts';
import type { PagePart } from '#server/pages/draw/page-part.ts';

const FILES = [
  ['csv', 'text/csv'],
  ['json', 'application/json'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
] as const;

/** RG34: each register that a page shows and that everybody may have whole. */
export const dataSetThings: NonNullable<PagePart['things']> = ({ page, results, head, siteUrl, convert }) =>
  page.blocks.flatMap(({ id, register = '', source }) => {
    const [view, result] = [page.registers[register], results[id]];
    if (!source || !view || view.onDemand || !result?.ok) return [];
    const { dataDate, wholeTotal, asOf } = result.data as Partial<Rows>;
    if (!wholeTotal) return [];
    const ofDay = asOf ? `?asOf=${asOf}` : '';
    return [
      {
        '@type': 'Dataset',
        name: inScript(convert, view.title),
        description: head.description,
        url: head.canonical,
        ...(dataDate && { dateModified: dataDate }),
        isAccessibleForFree: true,
        distribution: FILES.map(([format, encodingFormat]) => ({
          '@type': 'DataDownload',
          encodingFormat,
          contentUrl: `${siteUrl}${REGISTER_FILE}/${register}.${format}${ofDay}`,
        })),
      },
    ];
  });
