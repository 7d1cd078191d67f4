import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import type { Banner } from '#page/data-shapes.ts';
import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { boxedPicture } from '#rules/files/small-picture.ts';
import { Ground } from '#ui/Ground.tsx';
import { Phrases } from '#ui/Phrases.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import type { props as words } from './props.ts';
import { useRotation } from './rotation.ts';
import '#ui/bands.css';
import './style.css';

type Props = ValueOf<typeof words>;

/**
 * The carousel pattern of the ARIA practices: its controls stand before the slides, which are told off while they move.
 */
export function View({ props, data, block }: ViewProps<Props, 'banners'>) {
  const banners = data.items.length > 0 ? data.items : [emptyBanner(props)];
  const [first] = banners;
  const slides = useRef<HTMLDivElement>(null);
  const dots = useRef<HTMLOListElement>(null);
  const rotation = useRotation(slides, banners.length);
  const { current, playing, alive, setHeld, goTo } = rotation;

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (current + step + banners.length) % banners.length;
    // the slide that had the focus is about to become inert
    if (!(event.target as Element).closest('button'))
      dots.current?.querySelectorAll('a')[next]?.focus({ preventScroll: true });
    goTo(next);
  }

  if (first?.isSlogan)
    return (
      <div className={`carousel carousel--${props.look}`}>
        <Slide banner={{ ...first, links: props.buttons ?? [] }} id={block.id} look={props.look} isFirst />
      </div>
    );
  if (banners.length === 1)
    return (
      <div className="carousel">
        <Slide banner={first!} id={block.id} isFirst />
      </div>
    );
  const idOf = (index: number) => `${block.id}-${index + 1}`;
  return (
    <section
      className="carousel"
      aria-roledescription="轮播"
      aria-label={props.label}
      onKeyDown={onKeyDown}
      onPointerEnter={({ pointerType }) => setHeld(pointerType === 'mouse')}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className="wrap carousel__controls">
        <Controls {...rotation} />
        <span className="carousel__number" aria-hidden="true">
          {twoDigits(current + 1)}
        </span>
        <ol className="carousel__dots" ref={dots}>
          {banners.map((banner, index) => (
            <li key={index}>
              <a
                href={`#${idOf(index)}`}
                aria-label={`第 ${index + 1} 张：${banner.title.replaceAll('\n', ' ')}`}
                aria-current={index === current ? 'true' : undefined}
                onClick={(event) => {
                  event.preventDefault();
                  goTo(index);
                }}
              />
            </li>
          ))}
        </ol>
        <span className="carousel__number" aria-hidden="true">
          {twoDigits(banners.length)}
        </span>
      </div>
      <div
        className="carousel__slides"
        ref={slides}
        aria-live={playing ? 'off' : 'polite'}
        onPointerDown={rotation.stop}
      >
        {banners.map((banner, index) => (
          <div
            key={index}
            id={idOf(index)}
            role="group"
            aria-roledescription="幻灯片"
            aria-label={`${index + 1} / ${banners.length}`}
            inert={alive && index !== current}
          >
            <Slide banner={banner} id={idOf(index)} isFirst={index === 0} />
          </div>
        ))}
      </div>
    </section>
  );
}

const twoDigits = (number: number) => String(number).padStart(2, '0');

const emptyBanner = ({ emptyTitle, emptyText }: Props): Banner => ({
  title: emptyTitle,
  text: emptyText,
  drawing: 'waves',
  seed: 4,
  picture: '',
  links: [],
  isSlogan: true,
});

interface SlideProps {
  banner: Omit<Banner, 'links'> & { links: Props['buttons'] };
  id: string;
  isFirst: boolean;
  look?: Props['look'];
}

function Slide({ banner, id, isFirst, look = 'ground' }: SlideProps) {
  return (
    <div className="slide">
      <Behind banner={banner} id={id} isFirst={isFirst} look={look} />
      <div className="wrap slide__words">
        <h2 className="slide__title">
          {banner.title.split('\n').map((line) => (
            <span key={line}>
              <Phrases text={line} />
            </span>
          ))}
        </h2>
        {banner.text && (
          <p className="slide__text">
            <Phrases text={banner.text} />
          </p>
        )}
        {banner.links && banner.links.length > 0 && (
          <p className="slide__links">
            {banner.links.map(({ title, path, needsFundAccount }, index) => (
              <SiteLink
                key={path}
                path={path}
                needsFundAccount={needsFundAccount}
                className={index === 0 ? 'button' : 'button slide__second'}
              >
                {title}
              </SiteLink>
            ))}
          </p>
        )}
      </div>
    </div>
  );
}

/** HN6: what stands behind the words of a slide, or beside them. */
function Behind({ banner, id, isFirst, look }: Required<SlideProps>) {
  if (banner.picture)
    return (
      <img
        className="slide__picture"
        {...boxedPicture(banner.picture, '100vw')}
        alt=""
        loading={isFirst ? undefined : 'lazy'}
      />
    );
  if (look === 'compact') return <div className="slide__edge" />;
  const ground = (
    <Ground id={`${id}-ground`} look={look === 'split' ? 'light' : 'ink'} drawing={banner.drawing} seed={banner.seed} />
  );
  return look === 'split' ? <div className="slide__half">{ground}</div> : ground;
}

function Controls({
  current,
  playing,
  toggle,
  goTo,
}: Pick<ReturnType<typeof useRotation>, 'current' | 'playing' | 'toggle' | 'goTo'>) {
  return (
    <div className="carousel__buttons">
      <button type="button" className="carousel__pause" aria-label={playing ? '暂停轮播' : '播放轮播'} onClick={toggle}>
        <Mark path={playing ? 'M7 4v12M13 4v12' : 'M6 4l9 6-9 6z'} />
        {playing ? '暂停' : '播放'}
      </button>
      <button type="button" aria-label="上一张" onClick={() => goTo(current - 1)}>
        <Mark path="M12 4l-6 6 6 6" />
      </button>
      <button type="button" aria-label="下一张" onClick={() => goTo(current + 1)}>
        <Mark path="M8 4l6 6-6 6" />
      </button>
    </div>
  );
}

const Mark = ({ path }: { path: string }) => (
  <svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
    <path d={path} />
  </svg>
);

export function Waiting() {
  return (
    <div className="carousel" aria-hidden="true">
      <div className="slide">
        <Ground id="waiting-ground" look="ink" seed={4} />
      </div>
    </div>
  );
}
