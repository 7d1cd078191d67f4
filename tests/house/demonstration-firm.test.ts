import { test } from 'vitest';
import { demoNames } from '../world/demo-names.ts';
import { expectNone } from './complaints.ts';
import { filesIn, textOf } from './repository.ts';

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
