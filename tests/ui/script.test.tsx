import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { toTraditional } from '#page/to-traditional.ts';
import { drawIn, htmlInScript, inScript, verbatim } from '#ui/script/active-script.ts';
import { scriptOf } from '#ui/script/traditional-script.ts';

const script = scriptOf(toTraditional);

/** Made and drawn in the traditional script: elements take their words when they are made. */
const traditional = (content: () => ReactNode) => drawIn(script, () => renderToStaticMarkup(content()));

describe('words of elements in traditional script', () => {
  test('[LG3] texts, also in lists, fragments and between values; words are taken whole', () => {
    expect(traditional(() => <p>批准 {3} 条</p>)).toBe('<p>批准 3 條</p>');
    expect(traditional(() => <ul>{['证券', ['公司', <li key="1">业务</li>]]}</ul>)).toBe(
      '<ul>證券公司<li>業務</li></ul>',
    );
    expect(traditional(() => <>网站{'地图'}</>)).toBe('網站地圖');
    expect(
      traditional(() => (
        <p>
          <Fragment key="a">网站</Fragment>
        </p>
      )),
    ).toBe('<p>網站</p>');
    expect(
      traditional(() => (
        <p>
          {null}
          {false}
          {0}
          {undefined}
        </p>
      )),
    ).toBe('<p>0</p>');
  });

  test('[LG3] what is handed to a component is converted where the component puts it, once', () => {
    const Part = ({ title, children }: { title: string; children: ReactNode }) => <b title={title}>{children}</b>;
    expect(traditional(() => <Part title="关闭">后来</Part>)).toBe('<b title="關閉">後來</b>');
  });

  test.each(['title', 'alt', 'placeholder', 'label', 'aria-label', 'aria-description', 'data-label'])(
    '[LG3] the attribute %s',
    (name) => {
      expect(traditional(() => <i {...{ [name]: '关闭' }} />)).toBe(`<i ${name}="關閉"></i>`);
    },
  );

  test('[LG4] addresses and what a form sends stay as they are', () => {
    const form = () => (
      <form action="/查询?词=证券">
        <a href="/网/页" download="年报.pdf" id="关" className="关">
          页
        </a>
        <input name="关键" defaultValue="证券" placeholder="证券" />
        <input value="证券" readOnly />
        <button value="证券">证券</button>
        <textarea defaultValue="证券" />
        <select defaultValue="证券">
          <option value="证券">证券</option>
          <option>证券</option>
        </select>
      </form>
    );
    expect(traditional(form)).toBe(
      '<form action="/查询?词=证券"><a href="/网/页" download="年报.pdf" id="关" class="关">頁</a><input placeholder="證券" name="关键" value="证券"/><input readOnly="" value="证券"/><button value="证券">證券</button><textarea>证券</textarea><select><option value="证券" selected="">證券</option><option selected="">证券</option></select></form>',
    );
  });

  test('[LG4] translate="no" keeps an element’s words and those of elements written inside it; the label of a cell is none of them', () => {
    expect(
      traditional(() => (
        <td translate="no" data-label="证书编号" title="党岩">
          党岩
        </td>
      )),
    ).toBe('<td translate="no" data-label="證書編號" title="党岩">党岩</td>');
    const nested = () => (
      <p translate="no" lang="zh">
        党岩
        <b title="余秀华">
          余秀华<i>范冰</i>
        </b>
        {['吴里', <em key="e">范冰</em>]}
      </p>
    );
    expect(traditional(nested)).toBe(
      '<p translate="no" lang="zh">党岩<b title="余秀华">余秀华<i>范冰</i></b>吴里<em>范冰</em></p>',
    );
    expect(
      traditional(() => (
        <dd translate="no">
          党岩
          <small translate="yes">
            证书<b>编号</b>
          </small>
        </dd>
      )),
    ).toBe('<dd translate="no">党岩<small translate="yes">證書<b>編號</b></small></dd>');
    expect(
      traditional(() => (
        <p>
          见于 <span translate="no">党岩</span> 证书
        </p>
      )),
    ).toBe('<p>見於 <span translate="no">党岩</span> 證書</p>');
  });

  test('[LG4] a part of a text that is put together stays', () => {
    const drawnForm = () => (
      <a aria-label={`${verbatim('党岩')} 的链接`}>
        查到“{verbatim('范冰')}”{`，共 ${verbatim('吴里')} 条`}
      </a>
    );
    expect(traditional(drawnForm)).toBe(
      '<a aria-label="党岩 的鏈接">查到“<span translate="no">范冰</span>”，共 <span translate="no">吴里</span> 條</a>',
    );
    // places where no element can stand, and where the words around stay, too
    expect(traditional(() => <option value="1">{`关于${verbatim('党岩')}`}</option>)).toBe(
      '<option value="1">關於党岩</option>',
    );
    expect(traditional(() => <p translate="no">{`关于${verbatim('党岩')}`}</p>)).toBe('<p translate="no">关于党岩</p>');
    expect(renderToStaticMarkup(drawnForm())).toBe('<a aria-label="党岩 的链接">查到“范冰”，共 吴里 条</a>');
    expect(verbatim('党岩')).toBe('党岩');
  });

  test('keys, refs and event handlers stay what they are', () => {
    let drawn: unknown;
    const element = drawIn(script, () => (
      <p key="k" ref={(node) => void (drawn = node)} onClick={() => {}}>
        后来
      </p>
    ));
    expect(element.key).toBe('k');
    expect(Object.keys(element.props as object).sort()).toEqual(['children', 'onClick', 'ref']);
    expect(drawn).toBeUndefined();
  });
});

describe('without another script', () => {
  test('everything is as written, also after a page whose drawing failed', () => {
    const Broken = () => {
      throw new Error('broken');
    };
    expect(() => drawIn(script, () => renderToString(<Broken />))).toThrow('broken');
    expect(renderToStaticMarkup(<p title="关闭">后来</p>)).toBe('<p title="关闭">后来</p>');
    expect([inScript('后来'), htmlInScript('<p>后来</p>')]).toEqual(['后来', '<p>后来</p>']);
  });

  test('texts without an element, and sanitised HTML, follow the script', () => {
    expect(drawIn(script, () => [inScript('后来'), htmlInScript('<p title="关闭" class="关">后来</p>')])).toEqual([
      '後來',
      '<p title="關閉" class="关">後來</p>',
    ]);
  });
});
