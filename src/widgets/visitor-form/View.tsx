import { use, useSyncExternalStore } from 'react';
import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { VisitorForms } from '#ui/visitor-forms.ts';
import type { props as words } from './props.ts';
import './style.css';

type Props = ValueOf<typeof words>;

const never = () => () => {};

export function View({ props, block }: ViewProps<Props, 'none'>) {
  const forms = use(VisitorForms);
  // the server draws for everybody, and the browser first draws as the server did
  const drawn = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const Form = drawn ? forms[props.form] : undefined;
  return (
    <div className="apply">
      {props.groups && (
        <div className="apply__groups">
          {props.groups.map(({ title, items }) => (
            <section key={title} className="apply__group">
              <h2>{title}</h2>
              <ul>
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      <div className="apply__form">
        {Form ? <Form notices={props.notices} hotline={block.hotline} /> : <Skeleton rows={8} kind="line" />}
        <noscript>
          <p>
            在线提交和查询进度须启用浏览器脚本。您也可以到就近的营业网点办理
            {block.hotline && `，或致电 ${block.hotline}`}。
          </p>
        </noscript>
      </div>
    </div>
  );
}
