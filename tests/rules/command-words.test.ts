import { expect, test } from 'vitest';
import { packedCommands } from '#rules/text/command-words.ts';

test('[UP7] messages of an unpacked site name commands as they are typed there', () => {
  expect(packedCommands('Usage: npm run backup -- FILE   writes')).toBe('Usage: bin/site backup FILE   writes');
  expect(packedCommands('Usage: npm run verify-log [-- --expect no:hash]')).toBe(
    'Usage: bin/site verify-log [--expect no:hash]',
  );
  expect(packedCommands('back (npm run restore -- FILE): it')).toBe('back (bin/site restore FILE): it');
  expect(packedCommands('；npm run import-register 导入')).toBe('；bin/site import-register 导入');
  expect(packedCommands('npm run check -- site --save F (npm start)')).toBe('bin/site check-site --save F (bin/start)');
  // a checkout alone has the others
  expect(packedCommands('Mend them (npm run check)')).toBe('Mend them (npm run check)');
});
