import { test } from 'vitest';
import { demoNames } from '../world/demo-names.ts';
import { expectNone } from './complaints.ts';
import { documentsIn, filesIn, textOf } from './repository.ts';

/** Examples of widgets, tools that look at the demonstration, and what an operator is shown how to write. */
const MAY = /^src\/(demo|tools)\/|example\.json$|^src\/page\/widget-example\.ts$|^src\/server\/wrong-settings\.ts$/;

test('[SU6] nothing outside of src/demo names the firm of the demonstration', () => {
  const files = [
    ...filesIn('src', /\.(ts|tsx|css|json|svg)$/),
    ...filesIn('page-schemas', /\.json$/),
    ...filesIn('public', /./),
  ];
  expectNone(
    files
      .filter((file) => !MAY.test(file))
      .flatMap((file) =>
        textOf(file)
          .split('\n')
          .flatMap((text, at) =>
            demoNames
              .filter((name) => text.includes(name))
              .map((name) => ({
                file,
                line: at + 1,
                sentence: `It says “${name}”, which only the demonstration may say.`,
                remedy: 'Take it from the published settings of the firm, or leave it out.',
              })),
          ),
      ),
  );
});

interface Page {
  blocks?: { id?: string; widget?: string; props?: { figures?: unknown[] } }[];
}

test('[SU6] no page that comes with the program tells figures of a firm or says that its data are invented', () => {
  expectNone(
    documentsIn<Page>(/^page-schemas\/(channels|fixed)\/.*\.json$/).flatMap(({ file, document }) => [
      ...(document.blocks ?? [])
        .filter(({ widget, props }) => widget === 'key-figures' && props?.figures?.length !== 0)
        .map(({ id }) => ({
          file,
          line: 1,
          sentence: `Its block “${id}” tells figures, which are those of one firm.`,
          remedy: 'Leave the block to the page that the demonstration publishes (src/demo/pages).',
        })),
      ...(textOf(file).includes('演示数据')
        ? [
            {
              file,
              line: 1,
              sentence: 'It says “演示数据”, and a page of a site without demonstration has none.',
              remedy: 'Leave what is invented to the page that the demonstration publishes (src/demo/pages).',
            },
          ]
        : []),
    ]),
  );
});
