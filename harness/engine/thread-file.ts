/** The built file that the thread begins with. */
export const THREAD_FILE = new URL('./in-thread.js', import.meta.url);
