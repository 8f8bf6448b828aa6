const passedOn = 'This site cannot send mail by itself: its author passes your link on to you, which can take a while.'

/**
 * Returns the message that says how a link reaches its recipient.
 * @param smtp whether the site has a mail server
 * @param mailed the message of a site with a mail server
 * @param promised the first sentence of the message on a site without a mail server, where an admin passes the link on
 */
export const describeLinkDelivery = (smtp: boolean, mailed: string, promised = mailed): string =>
  smtp ? mailed : `${promised} ${passedOn}`

/** Returns the sentence that follows the message of `email_unverified`: how the user gets the link. */
export const describeConfirmationLinkDelivery = (smtp: boolean): string =>
  smtp ? 'Open the link in the mail we sent you.' : passedOn
