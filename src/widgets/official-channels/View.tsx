import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { SiteLink } from '#ui/SiteLink.tsx';
import type { props as words } from './props.ts';
import './style.css';

type Props = ValueOf<typeof words>;

const APP_QR = '/qr/wealth-app.svg';

export function View({ props, block }: ViewProps<Props, 'none'>) {
  const hotline =
    props.hotline && block.hotline
      ? [{ title: '客服热线', name: block.hotline, text: '工作人员不会用个人手机号办理业务。', path: '' }]
      : [];
  return (
    <div className="official">
      <dl>
        {[...props.channels, ...hotline].map(({ title, name, text, path }) => (
          <div key={title}>
            <dt>
              <Tick />
              {title}
            </dt>
            <dd>
              <b>
                {path ? (
                  <SiteLink path={path}>{name}</SiteLink>
                ) : path === '' ? (
                  <a href={`tel:${name}`}>{name}</a>
                ) : (
                  name
                )}
              </b>
              {text && <small>{text}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {props.app && block.hasApp && (
        <p className="official__app">
          <img src={APP_QR} width="160" height="160" loading="lazy" alt="官方APP下载二维码" />
          {props.app}
        </p>
      )}
      <p className="official__warning">
        <b>防非提示</b>
        {props.warning}
      </p>
    </div>
  );
}

function Tick() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <circle cx="10" cy="10" r="9" />
      <path d="M6 10.5l2.8 2.8L14.5 7.5" />
    </svg>
  );
}
