import type { Program } from './program.ts';

/** Written by hand in the markup of Google Docs (clipboard, and File › Download › Web page). */
export const googleDocs: Program = {
  program: 'google-docs',
  cases: [
    {
      name: 'a bold wrapper that is no bold',
      html: `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">普通</span><span style="font-weight:700;white-space:pre-wrap;">重点</span><span style="font-weight:400;text-decoration:line-through;white-space:pre-wrap;">旧</span><span style="font-weight:400;vertical-align:super;font-size:0.6em;">2</span></p></b>`,
      becomes: `<p>普通<strong>重点</strong><s>旧</s><sup>2</sup></p>`,
      told: {},
    },
    {
      name: 'classes of a saved page',
      html: `<style type="text/css">.c1{font-weight:700}.c2{text-decoration:line-through}.c3{vertical-align:sub}.c4{text-align:center}.lst-kix_1-0 > li:before{content:"(" counter(lst-ctn-kix_1-0,decimal) ")"}</style><p class="c4"><span class="c1">公告</span><span class="c2">旧</span>CO<span class="c3">2</span></p>`,
      becomes: `<p class="align-center"><strong>公告</strong><s>旧</s>CO<sub>2</sub></p>`,
      told: {},
    },
    {
      name: 'a comment with its note',
      html: `<p class="c0"><span>公开内容</span><sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup></p><div class="c5"><p class="c6"><a href="#cmnt_ref1" id="cmnt1">[a]</a><span class="c7">请法务确认</span></p></div>`,
      becomes: `<p>公开内容</p>`,
      told: { comments: [1, '请法务确认'] },
    },
    {
      name: 'a list of letters',
      html: `<ol style="margin-top:0"><li dir="ltr" style="list-style-type:lower-alpha;"><p dir="ltr" role="presentation"><span style="white-space:pre-wrap;">甲</span></p></li></ol>`,
      becomes: `<ol type="a"><li><p>甲</p></li></ol>`,
      told: {},
    },
    {
      name: 'spaces that lay out',
      html: `<p><span style="white-space:pre-wrap;">项目    金额</span></p>`,
      becomes: `<p>项目    金额</p>`,
      told: { spaces: [1, '项目 金额'] },
    },
    {
      name: 'rows without a height',
      html: `<table><tbody><tr style="height:0pt"><td><p>甲</p></td></tr></tbody></table>`,
      becomes: `<table><tbody><tr><td><p>甲</p></td></tr></tbody></table>`,
      told: {},
    },
    {
      name: 'an underlined link and an underlined word',
      html: `<p><a href="https://www.example.com/" style="text-decoration:none;"><span style="text-decoration:underline;">链接</span></a><span style="text-decoration:underline;">下划线</span></p>`,
      becomes: `<p><a href="https://www.example.com/">链接</a><u>下划线</u></p>`,
      told: {},
    },
  ],
};
