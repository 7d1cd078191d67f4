import { join } from 'node:path';
import { become, command } from './become.mjs';
import { ensureBuilt, isBuilt } from './build.mjs';
import { ensureInstalled, developmentWarning } from './install.mjs';
import { serverMemory, serverOptions } from './server-process.mjs';
import { root } from './step.mjs';
import { EXIT } from '#server/exit-codes.mjs';
import { phrase, withoutLanguage } from '#server/phrase.mjs';

const USAGE = {
  zh: `用法
  npm start                        安装、构建并运行网站；什么也没有发布的，写入演示数据
  npm run dev                      同上，不构建，保存的改动立即可见
  npm start -- --lang zh|en        输出的语言；不写就看 LC_ALL、LC_MESSAGES、LANG

没有别的选项。设置是环境变量：docs/settings.md。退出码：docs/operation/commands.md。`,
  en: `Usage
  npm start                        installs, builds and runs the site, with demonstration data where nothing is published yet
  npm run dev                      the same without a build, with changes shown as they are saved
  npm start -- --lang zh|en        language of the output; else that of LC_ALL, LC_MESSAGES, LANG

There are no other options. Settings are environment variables: docs/settings.md. Exit codes: docs/operation/commands.md.`,
};

/** npm start, and npm run dev (--dev): leads from a bare clone to a listening server. */
await command(
  async () => {
    const { args, wrong } = withoutLanguage(process.argv.slice(2));
    const words = args.filter((word) => word !== '--dev');
    const other = words.find((word) => word !== '--help' && word !== '-h');
    if (wrong || other !== undefined) {
      console.error(phrase(wrong ?? { zh: `没有选项 ${other}。`, en: `There is no option ${other}.` }));
      console.error(phrase(USAGE));
      process.exit(EXIT.notBegun);
    }
    if (words.length > 0) {
      console.log(phrase(USAGE));
      process.exit(EXIT.done);
    }
    const development = process.argv.includes('--dev');
    const production = process.env.SITE_ENV?.trim().toLowerCase() === 'production' && !development;
    const node = await ensureInstalled({ dev: !production || !isBuilt() });
    if (!development) await ensureBuilt(node);
    const warning = production ? developmentWarning() : null;
    if (warning !== null) console.error(warning);
    const env = { NODE_ENV: development ? 'development' : 'production', ...serverMemory, ...process.env };
    become(node, [join(root, 'src/server/main.ts'), ...process.argv.slice(2)], env, serverOptions);
  },
  { isOperators: true },
);
