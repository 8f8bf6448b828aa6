import type { FastifyInstance } from 'fastify'
import { site } from '#site'

/** The validity of security.txt in days: RFC 9116 2.5.5 asks for less than a year. */
const BELIEVED_DAYS = 180

/**
 * Serves the well-known URLs: the contact for security flaws (RFC 9116), and the page to change a password (W3C, "A
 * Well-Known URL for Changing Passwords"), which password managers open.
 * @param origin the site's own origin
 */
export function serveWellKnown(scope: FastifyInstance, origin: string): void {
  scope.get('/.well-known/security.txt', (_, reply) => {
    const expires = new Date()
    expires.setUTCHours(0, 0, 0, 0)
    expires.setUTCDate(expires.getUTCDate() + BELIEVED_DAYS)
    const fields = {
      Contact: site.securityContact,
      Expires: expires.toISOString(),
      'Preferred-Languages': site.language,
      Canonical: `${origin}/.well-known/security.txt`,
    }
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`)
    return reply.type('text/plain; charset=utf-8').send(lines.join(''))
  })
  scope.get('/.well-known/change-password', (_, reply) => reply.redirect('/account#password', 302))
}
