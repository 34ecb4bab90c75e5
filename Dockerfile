# Small, non-root, with the embedded PostgreSQL inside; give it DATABASE_URL and BRICKWORK_SECRET to use a server of yours.
FROM node:24-bookworm-slim AS install
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/engine/package.json packages/engine/
COPY packages/server/package.json packages/server/
COPY packages/warehouse/package.json packages/warehouse/
COPY packages/audio/package.json packages/audio/
COPY packages/cli/package.json packages/cli/
COPY packages/client/package.json packages/client/
COPY packages/console/package.json packages/console/
COPY bench/package.json bench/
# Scripts are not needed: the image's own Node is new enough, and the service makes PostgreSQL's library links itself.
RUN npm ci --omit=dev --ignore-scripts

FROM install AS build
RUN npm ci --ignore-scripts
COPY packages packages
COPY examples examples
COPY docs docs
COPY README.md SECURITY.md CHANGELOG.md ./
RUN npm run build

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 BRICKWORK_DATA_DIR=/data LOG_FORMAT=json
WORKDIR /app
# All of it: npm keeps some packages in packages/*/node_modules.
COPY --from=install /app ./
COPY packages packages
COPY --from=build /app/packages/console/dist packages/console/dist
COPY --from=build /app/packages/cli/dist packages/cli/dist
COPY examples examples
# `brickwork` in manifests and in `docker exec`: the installation above has no link, since it ran before the command was there.
RUN ln -s /app/packages/cli/bin/brickwork.js /usr/local/bin/brickwork && mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8787) + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "packages/cli/bin/brickwork.js"]
CMD ["serve"]
