import { describe, expect, test } from 'vitest';

// read by the Node that a machine has, so plain JavaScript without types
const { chooseTests, WrongChoice } = await import(new URL('../../src/cli/test-choice.mjs', import.meta.url).href);

describe('npm test', () => {
  test('runs checks, units, the server and journeys without arguments, and none of the further tries', () => {
    expect(chooseTests([])).toMatchObject({
      whole: 'test',
      checks: true,
      vitest: ['--project', 'unit', '--project', 'server'],
      journeys: [['--project', 'visitors', '--project', 'console']],
      external: false,
    });
  });

  test('runs nothing but further tries with --slow, and the server on both engines', () => {
    expect(chooseTests(['--slow'])).toMatchObject({
      whole: 'slow',
      checks: false,
      vitest: ['--project', 'slow'],
      journeys: [['--project', 'visitors-slow', '--project', 'console-slow']],
      external: true,
    });
  });

  test('runs the named files and folders by their runners, and builds only where they need it', () => {
    expect(chooseTests(['tests/rules', 'tests/journeys/login.spec.ts'])).toEqual({
      build: true,
      checks: false,
      house: false,
      vitest: ['tests/rules'],
      journeys: [['tests/journeys/login.spec.ts']],
      external: false,
    });
    expect(chooseTests(['tests/rules/paging.test.ts'])).toMatchObject({ build: false, journeys: [] });
  });

  test('runs one journey for each promise with --fast, beside checks and units', () => {
    const own = ['--project', 'visitors', '--project', 'console'];
    const fast = chooseTests(['--fast']);
    expect(fast).toMatchObject({
      checks: true,
      vitest: ['--project', 'unit'],
      journeys: [['--grep', '@fast', ...own]],
    });
  });

  test('runs what changed since a commit, which it names where git does not know it', () => {
    expect(chooseTests(['--changed'])).toMatchObject({
      house: true,
      vitest: ['--project', 'unit', '--project', 'server', '--changed', 'HEAD', '--passWithNoTests'],
    });
    expect(() => chooseTests(['--changed=no-such-commit'])).toThrow('git knows no commit no-such-commit.');
  });

  test.each([
    [['src/rules'], 'src/rules is no file or folder of tests/.'],
    [['tests-of-nothing'], 'tests-of-nothing is no file or folder of tests/.'],
    [['--quick'], 'npm test does not know --quick.'],
    [['--fast', 'tests/rules'], '--fast stands alone.'],
  ])('refuses %j in a sentence', (args, message) => {
    expect(() => chooseTests(args)).toThrow(new WrongChoice(message));
  });
});
