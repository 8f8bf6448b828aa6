declare module '*/features.ts?screens' {
  /** The features with their screens, desk pages and account sections alone (build/features-plugin.ts). */
  export const features: import('./kit/web-feature.ts').WebFeature[]
}
