/** Whether a host is this machine itself; an IPv6 address may have brackets. */
export function isLoopback(host: string): boolean {
  return /^(localhost|\[?::1\]?|127\.\d+\.\d+\.\d+)$/.test(host);
}
