declare module '*/features.ts?screens' {
  /** The features of the site, reduced to their screens, desk pages and account sections (build/features-plugin.ts). */
  export const features: import('./kit/web-feature.ts').WebFeature[]
}
