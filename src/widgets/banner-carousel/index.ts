import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** Banners over drawn backgrounds, one at a time; one designed slide without banners. */
export const bannerCarousel = defineWidget({ name: 'banner-carousel', title: '横幅轮播', accepts: 'banners', props });
