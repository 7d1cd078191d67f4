import type { Program } from './program.ts';

/** Written by hand in the markup of Notion (clipboard and export). */
export const notion: Program = {
  program: 'notion',
  cases: [
    {
      name: 'done and open items',
      html: `<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">已完成</span></li><li><div class="checkbox checkbox-off"></div> <span>未完成</span></li></ul>`,
      becomes: `<ul><li>☑ 已完成</li><li>☐ 未完成</li></ul>`,
      told: {},
    },
    {
      name: 'struck out and an equation',
      html: `<p><del>旧</del>新<mjx-container><math alttext="x^2"><msup><mi>x</mi><mn>2</mn></msup></math></mjx-container></p>`,
      becomes: `<p><del>旧</del>新</p>`,
      told: { formulas: [1, '新〔x^2〕'] },
    },
    {
      name: 'a folded part',
      html: `<details><summary>说明</summary><p>内容</p></details>`,
      becomes: `<div><div>说明</div><p>内容</p></div>`,
      told: {},
    },
  ],
};
