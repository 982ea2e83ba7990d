# docker build -t perft-verify . && docker run --rm -v "$PWD:/work" perft-verify gate --engine ./my-engine
#
# The last published program, or one built of these sources; and Stockfish.
FROM debian:bookworm-slim AS program
COPY . /src
RUN apt-get update -q && apt-get install -q -y --no-install-recommends ca-certificates curl
RUN /src/ci/program /opt/perft-verify

FROM debian:stable-slim
RUN apt-get update -q && apt-get install -q -y --no-install-recommends stockfish && rm -rf /var/lib/apt/lists/*
COPY --from=program /opt/perft-verify /usr/local
WORKDIR /work
ENTRYPOINT ["verify"]
