import type { Program } from './program.ts';

/** Written by hand in the markup of Feishu documents (clipboard). */
export const feishu: Program = {
  program: 'feishu',
  cases: [
    {
      name: 'struck out words',
      html: `<div class="ace-line" style="white-space:pre;"><span style="text-decoration:line-through;">旧</span><span style="font-weight:bold;">新</span></div>`,
      becomes: `<div><s>旧</s><strong>新</strong></div>`,
      told: {},
    },
    {
      name: 'done and open items',
      html: `<ul><li data-list="checked">已完成</li><li data-list="unchecked">未完成</li></ul>`,
      becomes: `<ul><li>☑ 已完成</li><li>☐ 未完成</li></ul>`,
      told: {},
    },
    {
      name: 'a formula',
      html: `<p>利率<span class="katex"><span class="katex-mathml"><math><semantics><mfrac><mn>1</mn><mn>20</mn></mfrac><annotation encoding="application/x-tex">\\frac{1}{20}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">120</span></span>左右</p>`,
      becomes: `<p>利率左右</p>`,
      told: { formulas: [1, '利率〔\\frac{1}{20}〕'] },
    },
  ],
};
