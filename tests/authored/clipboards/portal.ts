import type { Program } from './program.ts';

/** Written by hand in the markup of pages of former portals (UEditor, CKEditor, JSP) saved by a browser. */
export const portal: Program = {
  program: 'portal',
  cases: [
    {
      name: 'template and noscript',
      html: `<template><p>模板内</p></template><noscript><p>无脚本时</p></noscript><p>正文</p>`,
      becomes: `<p>正文</p>`,
      told: { unshown: [2, '模板内', '无脚本时'] },
    },
    {
      name: 'links that only one program opens',
      html: `<p><a href="javascript:void(0)">打印</a><a href="//other.example/x">外站</a><a href="#top">返回顶部</a><a name="top">正文</a></p>`,
      becomes: `<p><a>打印</a><a>外站</a>返回顶部正文</p>`,
      told: { links: [2, '打印', '外站'], anchors: [1, '返回顶部'] },
    },
    {
      name: 'spaces that lay out',
      html: `<p style="white-space:pre">甲      1,000
乙        200</p><pre>a  b</pre>`,
      becomes: `<p>甲      1,000<br />乙        200</p><pre>a  b</pre>`,
      told: { spaces: [1, '甲 1,000 乙 200'] },
    },
    {
      name: 'numbers of a list',
      html: `<ol reversed><li value="5">甲</li><li>乙</li></ol><ol style="list-style-type:cjk-ideographic"><li>总则</li></ol>`,
      becomes: `<ol reversed><li value="5">甲</li><li>乙</li></ol><ol><li>总则</li></ol>`,
      told: { listLabels: [1, 'cjk-ideographic'] },
    },
    {
      name: 'words for readers of screens alone',
      html: `<p><span class="sr-only">跳到正文</span><span aria-hidden="true">※</span>正文</p>`,
      becomes: `<p>正文</p>`,
      told: { hidden: [1, '跳到正文'], unspoken: [1, '※'] },
    },
    {
      name: 'words outside of the page',
      html: `<p>正文<span style="position:absolute;left:-9999px">隐藏关键词</span><span style="text-indent:-9999px;display:block">标志</span></p>`,
      becomes: `<p>正文</p>`,
      told: { hidden: [2, '隐藏关键词', '标志'] },
    },
    {
      name: 'a heading in white by a class of its own',
      html: `<table><tr><td class="head" style="color:#fff">项目</td></tr></table>`,
      becomes: `<table><tr><td>项目</td></tr></table>`,
      told: { colours: [1], pale: [1, '项目'] },
    },
    {
      name: 'readings and quotations',
      html: `<p><ruby>羴<rp>(</rp><rt>shān</rt><rp>)</rp></ruby>，<q>原文</q></p>`,
      becomes: `<p>羴（shān），“原文”</p>`,
      told: { readings: [1, 'shān'] },
    },
    {
      name: 'a form',
      html: `<form><p>正文</p><input type="checkbox" checked>同意<input name="a" value="填"><button>提交</button></form>`,
      becomes: `<div><p>正文</p>☑同意</div>`,
      told: { forms: [2, '填', '提交'] },
    },
    {
      name: 'words against the usual direction',
      html: `<p><bdo dir="rtl">001</bdo>元</p>`,
      becomes: `<p>001元</p>`,
      told: { direction: [1] },
    },
    {
      name: 'rules within rules',
      html: `<style>.box .note{display:none} .box > b{font-weight:normal} @media print{p{display:none}}</style><div class="box"><p class="note">内部</p><b>甲</b></div><p class="note">乙</p>`,
      becomes: `<div>甲</div><p>乙</p>`,
      told: { hidden: [1, '内部'] },
    },
    {
      name: 'handlers and scripts',
      html: `<p onclick="x()">正文</p><script>alert(1)</script>`,
      becomes: `<p>正文</p>`,
      told: { handlers: [1], scripts: [1] },
    },
    {
      name: 'nothing to take',
      html: `<p>正文<strong>重点</strong></p><ul><li>甲</li></ul>`,
      becomes: `<p>正文<strong>重点</strong></p><ul><li>甲</li></ul>`,
      told: {},
    },
  ],
};
