/**
 * The elements and attributes that a picture of this kind may hold (PD18), in lower case: those of SVG 1.1 and 2 that
 * draw. What is not here is refused, so that nothing depends on a list of everything that is dangerous.
 */
const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

export const SVG_ELEMENTS = words(
  `a animatemotion animatetransform circle clippath defs desc ellipse feblend fecolormatrix fecomponenttransfer
  fecomposite feconvolvematrix fediffuselighting fedisplacementmap fedistantlight fedropshadow feflood fefunca fefuncb
  fefuncg fefuncr fegaussianblur feimage femerge femergenode femorphology feoffset fepointlight fespecularlighting
  fespotlight fetile feturbulence filter font font-face g glyph hkern image line lineargradient marker mask metadata
  missing-glyph mpath path pattern polygon polyline radialgradient rect stop style svg switch symbol text textpath title
  tref tspan use view vkern`,
);

/** names whose value is for people or programs, and neither drawn by nor loaded from */
export const SVG_WORDS = words(
  `class id lang role xml:lang xml:space xml:id version baseprofile requiredfeatures requiredextensions systemlanguage
  contentscripttype contentstyletype tabindex focusable title alt unicode glyph-name font-family u1 u2 g1 g2`,
);

export const SVG_ATTRIBUTES = words(
  `accent-height accumulate additive alignment-baseline alphabetic amplitude arabic-form ascent attributename attributetype
  azimuth basefrequency baseline-shift bbox begin bias by calcmode cap-height clip clip-path clip-rule clippathunits color
  color-interpolation color-interpolation-filters color-profile color-rendering crossorigin cursor cx cy d decoding descent
  diffuseconstant direction display divisor dominant-baseline dur dx dy edgemode elevation enable-background end exponent
  externalresourcesrequired fill fill-opacity fill-rule filter filterres filterunits flood-color flood-opacity font-size
  font-size-adjust font-stretch font-style font-variant font-weight fr from fx fy glyph-orientation-horizontal
  glyph-orientation-vertical glyphref gradienttransform gradientunits hanging height horiz-adv-x horiz-origin-x
  horiz-origin-y href ideographic image-rendering in in2 intercept isolation k k1 k2 k3 k4 kernelmatrix kernelunitlength
  kerning keypoints keysplines keytimes lengthadjust letter-spacing lighting-color limitingconeangle line-height
  marker-end marker-height marker-mid marker-start markerheight markerunits markerwidth mask mask-type maskcontentunits
  maskunits mathematical max min mix-blend-mode mode numoctaves offset opacity operator order orient orientation origin
  overflow overline-position overline-thickness paint-order panose-1 path pathlength patterncontentunits patterntransform
  patternunits pointer-events points pointsatx pointsaty pointsatz preservealpha preserveaspectratio primitiveunits r
  radius refx refy rendering-intent repeatcount repeatdur restart result rotate rx ry scale seed shape-rendering side
  slope spacing specularconstant specularexponent spreadmethod startoffset stddeviation stemh stemv stitchtiles
  stop-color stop-opacity strikethrough-position strikethrough-thickness stroke stroke-dasharray stroke-dashoffset
  stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width style surfacescale tablevalues targetx
  targety text-align text-anchor text-decoration text-overflow text-rendering textlength to transform transform-origin
  type underline-position underline-thickness unicode-bidi unicode-range units-per-em v-alphabetic v-hanging
  v-ideographic v-mathematical values vector-effect vert-adv-y vert-origin-x vert-origin-y viewbox viewtarget visibility
  white-space width widths word-spacing word-wrap writing-mode x x-height x1 x2 xchannelselector y y1 y2 ychannelselector
  z zoomandpan`,
);

/** attributes of links within the picture */
export const XLINK_ATTRIBUTES = words('href title type role arcrole show actuate');

/** names that a browser moves by animateTransform; another attribute could be a reference */
export const MOVED = words('transform gradienttransform patterntransform');

export const SVG = 'http://www.w3.org/2000/svg';
export const XLINK = 'http://www.w3.org/1999/xlink';
/** namespaces of the web itself that a picture may declare; browsers give no meaning to those of others */
export const WEB_NAMESPACES: ReadonlySet<string> = new Set([
  SVG,
  XLINK,
  'http://www.w3.org/XML/1998/namespace',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  'http://www.w3.org/2000/01/rdf-schema#',
]);
