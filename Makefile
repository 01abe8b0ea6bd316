# `make` alone lists the commands.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help setup build up test test-all simulate bench format lint clean

LISTEN ?= 127.0.0.1:8080
DATA ?= data

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install what is missing for building, running and testing
	@scripts/setup.sh

build: ## Build server and apps in release mode
	@scripts/setup.sh build web
	@scripts/build.sh

up: ## Build what changed and start with demo people (LISTEN=host:port DATA=folder)
	@scripts/up.sh "$(LISTEN)" "$(DATA)"

test: ## The gate: checks, unit tests, release Wasm, HTTP and Socket.IO from outside, browsers
	@scripts/setup.sh build web test
	@scripts/test.py gate

test-all: ## The gate with the full figures (PART=name for one part)
	@scripts/setup.sh build web test
	@scripts/test.py all $(PART)

simulate: ## Play chats, sessions and payments at their worst (SEEDS=1000; SEED=, SESSION= or PAYMENT=123 alone)
	@scripts/setup.sh build
	@MARU_ONLY=Simulate swift build -c release --product Simulate
	@.build/release/Simulate $(if $(SESSION),SESSION=$(SESSION),$(if $(PAYMENT),PAYMENT=$(PAYMENT),$(if $(SEED),SEED=$(SEED),SEEDS=$(or $(SEEDS),1000)))) $(if $(STEPS),STEPS=$(STEPS)) $(if $(REAL),REAL=$(REAL))

bench: ## Figures of our server beside node-ws and python-socketio
	@scripts/setup.sh build web test bench
	@scripts/bench.sh

format: ## Format the Swift sources
	@swift format format --in-place --parallel --recursive $$(scripts/swift-paths.sh)

lint: ## Import rules, budgets, words and formatting
	@scripts/test.py gate checks

clean: ## Remove everything that was built (not the data folder)
	rm -rf .build build
