/**
 * A regular expression, as text, for the paths that the server answers: API calls, uploaded pictures, and files that
 * only the build creates. Modules, such as those of web/api, come from the bundler.
 */
export const serverPathPattern =
  '^/(?!.*\\.tsx?([?]|$))((api|auth|docs|og|pictures)/|(comments|hub|notifications|tools)([/?]|$)|healthz$|readyz$|favicon\\.svg$|[\\w-]+\\.(xml|json|txt|ico|png|webmanifest)$)'
