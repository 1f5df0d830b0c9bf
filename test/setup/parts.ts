/** A real program that some tests need and npm cannot install. */
export interface RealPart {
  /** What people call it. */
  readonly name: string
  /** A command that exits with 0 where the part is there. */
  readonly probe: readonly [command: string, ...args: readonly string[]]
  /** The Debian packages that hold it. */
  readonly packages: readonly [string, ...ReadonlyArray<string>]
  /** The suites that cannot run without it, as globs from the repository's top. */
  readonly suites: readonly [string, ...ReadonlyArray<string>]
}

/** Every real part that `npm test` needs. */
export const realParts: readonly RealPart[] = [
  {
    name: "Redis",
    probe: ["redis-server", "--version"],
    packages: ["redis-server"],
    suites: [
      "test/tasks/redis/**",
      "test/videos/redis/**",
      "test/cli/nodes.test.ts",
      "test/cli/rolling.test.ts",
      "test/secrets/redis.test.ts"
    ]
  },
  {
    name: "FFmpeg",
    probe: ["ffprobe", "-version"],
    packages: ["ffmpeg"],
    suites: ["test/sandbox/videos/clips.test.ts", "test/cli/videos.test.ts"]
  }
]
